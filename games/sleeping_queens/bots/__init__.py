"""The bots of every level, and the code that only they use."""
