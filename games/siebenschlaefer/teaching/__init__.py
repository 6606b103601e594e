"""The lesson and the examples of the rules, and the rounds that they begin with."""
