"""Backups of the database, made and restored with PostgreSQL's own tools."""
