from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of the models of the API. Fields of later versions of the engine are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())
