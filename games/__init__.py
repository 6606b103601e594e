"""Pure rules of card games; they import only the standard library, msgspec and `games.kernel`."""
