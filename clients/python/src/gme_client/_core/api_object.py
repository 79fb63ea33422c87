from pydantic import BaseModel, ConfigDict

from .names import to_camel_case


class ApiObject(BaseModel):
    """Base of the models of the API: fields in snake case, JSON in camel case. Fields of later versions are kept."""

    model_config = ConfigDict(
        extra="allow",
        alias_generator=to_camel_case,
        populate_by_name=True,
        protected_namespaces=(),
        # Most programs use few of the models: building all of them takes half a second.
        defer_build=True,
    )
