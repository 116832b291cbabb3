"""arXiv of 2024 to 2026: what the field found since the survey was written."""
