"""Code that two or more games share; no game's name appears here."""
