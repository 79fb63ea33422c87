import re


def to_camel_case(name: str) -> str:
    """Name of the API, such as `maxCredits`. A name with `_` at its end is a keyword of Python, such as `from_`."""
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name.removesuffix("_"))
