"""The options of a rules version: what was chosen, checked and completed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel.contract import N_, Meta, OptionValue
from games.kernel.refusals import Refused, refusals

refusal = refusals(
    {
        "unknown_option": N_("This game has no option “%(option)s”."),
        "unknown_choice": N_("The option “%(option)s” does not have this choice."),
    }
)


def complete(meta: Meta, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
    """A value for every option, the default where none was chosen; raises `Refused` by name."""
    unknown = sorted(chosen.keys() - {option.name for option in meta.options})
    if unknown:
        raise Refused(refusal("unknown_option", option=unknown[0]))
    completed: dict[str, OptionValue] = {}
    for option in meta.options:
        value = chosen.get(option.name, option.default)
        # `1 == True` in Python, but not on the wire.
        same = [
            choice for choice in option.choices if choice == value and type(choice) is type(value)
        ]
        if not same:
            raise Refused(refusal("unknown_choice", option=option.name))
        completed[option.name] = same[0]
    return completed


def read_pairs(meta: Meta, pairs: Iterable[str]) -> dict[str, object]:
    """What was chosen, from words like `name=choice`; a choice that there is not stays text.

    Raises:
        ValueError: with the words that are no such pair.
    """
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(pair)
        choices = [c for option in meta.options if option.name == name for c in option.choices]
        same = (choice for choice in choices if str(choice).lower() == value.lower())
        found[name] = next(same, value)
    return found


def varied(meta: Meta, options: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """The options that are chosen otherwise than by default: label and choice, to be translated."""
    return [
        (option.label, option.labels[option.choices.index(options[option.name])])
        for option in meta.options
        if options.get(option.name, option.default) != option.default
    ]
