"""Checks of how Nightcap is written: docstrings, comments, pages, and sentences for users.

Vale reads Markdown better than this, but its package downloads a program at the first run, and it
sees neither Python's docstrings after constants nor our catalogs. These checks need no network.
"""
