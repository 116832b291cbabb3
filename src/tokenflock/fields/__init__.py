"""Vector fields: what moves tokens."""
