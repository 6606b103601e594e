"""Pure rules of card games: standard library, msgspec and `games.kernel`, nothing else."""
