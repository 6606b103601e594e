"""The load driver: players with one socket each, in a separate process that uses little time."""
