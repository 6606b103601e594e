"""What the people who host the server have to say themselves: imprint, privacy, help."""
