"""Proof that nobody learns what their seat may not know: every answer beside that of a twin."""
