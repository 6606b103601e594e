"""Malformed and hostile requests, frames and actions against a real running server."""
