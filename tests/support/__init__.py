"""What tests share: formulas as loops, oracles, servers, browsers, checkpoints."""
