"""The host's own texts: imprint, privacy, help."""
