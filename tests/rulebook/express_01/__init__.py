"""Express 01: every rule and both printed examples."""
