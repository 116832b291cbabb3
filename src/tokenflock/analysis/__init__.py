"""What a path or a configuration is: verdicts, spectra, condition numbers, exponents."""
