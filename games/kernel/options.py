"""The options of a rules version: parse, check and complete the choices."""

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
    """Return a value for every option, by default the first choice; raise `Refused` with its name."""
    unknown = sorted(chosen.keys() - {option.name for option in meta.options})
    if unknown:
        raise Refused(refusal("unknown_option", option=unknown[0]))
    completed: dict[str, OptionValue] = {}
    for option in meta.options:
        value = chosen.get(option.name, option.default)
        # `1 == True` in Python, but not in JSON.
        same = [
            choice for choice in option.choices if choice == value and type(choice) is type(value)
        ]
        if not same:
            raise Refused(refusal("unknown_choice", option=option.name))
        completed[option.name] = same[0]
    return completed


def read_pairs(meta: Meta, pairs: Iterable[str]) -> dict[str, object]:
    """Return the choices from words like `name=choice`; keep an unknown choice as text.

    Raises:
        ValueError: a word is not such a pair; the message is the word.
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
    """Return label and choice, both to be translated, of the options that differ from the default."""
    return [
        (option.label, option.labels[option.choices.index(options[option.name])])
        for option in meta.options
        if options.get(option.name, option.default) != option.default
    ]
