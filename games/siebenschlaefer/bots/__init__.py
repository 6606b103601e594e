"""The bots of every level, and what they alone think with."""
