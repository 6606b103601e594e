"""Backups of all that Nightcap keeps, made and restored by PostgreSQL's own tools."""
