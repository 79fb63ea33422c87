from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .errors import MediaEngineError

SomeModel = TypeVar("SomeModel", bound=BaseModel)


def parse(model: type[SomeModel], data: Any) -> SomeModel:
    """Returns the model of JSON, as text or parsed. Its fields and values may be those of a later version."""
    try:
        is_text = isinstance(data, str)
        return model.model_validate_json(data) if is_text else model.model_validate(data)
    except ValidationError as error:
        raise MediaEngineError(
            f"The response does not have the form of {model.__name__}. Update the client to the version of the engine."
        ) from error
