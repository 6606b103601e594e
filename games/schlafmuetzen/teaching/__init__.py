"""The lesson, the examples of the rules, and the prepared rounds that they begin with."""
