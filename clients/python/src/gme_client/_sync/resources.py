# Written by scripts/write-clients.ts from its source. Do not edit.
# source: ef5b9d84004ee86a06c529acd2555a7c6c66def03874e84c8e082914c6c34096
# content: ccfe6ffd3afb75a26d9e20bc2589d3dafc2bf951c83d55c8481638ee4e8e103c
"""
Operations by resource. Lists yield every item and fetch pages as needed; all others return models. Filters are keyword
arguments in snake case, such as `created_after`; a keyword of Python has `_` at its end, such as `from_`.
"""

from collections.abc import Generator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pydantic import BaseModel, TypeAdapter

from gme_client import models
from gme_client._core.jobs import UploadSource
from gme_client._core.names import to_camel_case
from gme_client._core.parse import parse
from gme_client._core.requests import RequestOptions

from .jobs import JobHandle
from .outputs import Job, to_job
from .uploads import upload_asset

if TYPE_CHECKING:
    from .client import MediaEngine

# JSON with the names of the API, in place of a model with names in snake case.
Body: TypeAlias = Mapping[str, Any]
Estimate: TypeAlias = models.PricedEstimate | models.UnclearEstimate | models.PipelineRunEstimate
SomeModel = TypeVar("SomeModel", bound=BaseModel)


@cache
def estimate_adapter() -> TypeAdapter[Estimate]:
    return TypeAdapter(Estimate)


class Resource:
    def __init__(self, engine: "MediaEngine") -> None:
        self._engine = engine

    def _call(
        self,
        model: type[SomeModel],
        operation_id: str,
        path: Mapping[str, str] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        body: BaseModel | Body | None = None,
        options: RequestOptions | None = None,
    ) -> SomeModel:
        data = self._engine.request(
            operation_id,
            path=path,
            query=to_query(query),
            body=body,
            options=options or RequestOptions(),
        )
        return parse(model, data)

    def _whole(
        self, model: type[SomeModel], operation_id: str, query: Mapping[str, object] | None = None
    ) -> list[SomeModel]:
        listed = self._engine.request(operation_id, query=to_query(query))
        return [parse(model, item) for item in listed["data"]]

    def _items(
        self, operation_id: str, path: Mapping[str, str], query: Mapping[str, object]
    ) -> Generator[Any, None]:
        cursor: str | None = None
        while True:
            page = self._engine.request(
                operation_id, path=path, query={**to_query(query), "cursor": cursor}
            )
            for item in page["data"]:
                yield item
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _list(
        self,
        model: type[SomeModel],
        operation_id: str,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
    ) -> Generator[SomeModel, None]:
        for item in self._items(operation_id, path or {}, query or {}):
            yield parse(model, item)

    def _send(self, operation_id: str, path: Mapping[str, str]) -> None:
        self._engine.request(operation_id, path=path)


def to_query(query: Mapping[str, object] | None) -> dict[str, object]:
    return {to_camel_case(name): value for name, value in (query or {}).items()}


class Chat(Resource):
    def create(
        self, body: models.ChatRequest | Body, *, idempotency_key: str | None = None
    ) -> models.AcceptedJob:
        """Creates the job of a message. Its `conversation_id` is for the next message."""
        options = RequestOptions(idempotency_key=idempotency_key)
        return self._call(models.AcceptedJob, "createChatJob", body=body, options=options)


class Generations(Resource):
    def create(
        self, body: models.GenerationRequest | Body, *, idempotency_key: str | None = None
    ) -> models.AcceptedJob:
        options = RequestOptions(idempotency_key=idempotency_key)
        return self._call(models.AcceptedJob, "createGeneration", body=body, options=options)


class Estimates(Resource):
    def create(self, body: models.EstimateRequest | Body) -> Estimate:
        """Returns a price, which a request with this `estimate_id` keeps, or a question."""
        data = self._engine.request("createEstimate", body=body)
        return estimate_adapter().validate_python(data)


class Jobs(Resource):
    def attach(self, job_id: str) -> JobHandle:
        """Continues with a job whose id is known. Sends no request."""
        return JobHandle(self._engine, job_id)

    def get(self, job_id: str) -> Job:
        return self.attach(job_id).refresh()

    def list(self, **query: object) -> Generator[Job, None]:
        for item in self._items("listJobs", {}, query):
            yield to_job(self._engine, item)

    def cancel(self, job_id: str) -> Job:
        return self.attach(job_id).cancel()

    def retry(
        self, job_id: str, body: models.RetryRequest | Body | None = None
    ) -> JobHandle:
        data = self._engine.request("retryJob", path={"jobId": job_id}, body=body or {})
        return JobHandle(self._engine, data["jobId"])

    def delete(self, job_id: str) -> None:
        self._send("deleteJob", {"jobId": job_id})


class Batches(Resource):
    def create(
        self, body: models.NewBatch | Body, *, idempotency_key: str | None = None
    ) -> models.Batch:
        return self._call(
            models.Batch,
            "createBatch",
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def get(self, batch_id: str, **query: object) -> models.BatchView:
        return self._call(models.BatchView, "getBatch", {"batchId": batch_id}, query=query)

    def list(self) -> Generator[models.Batch, None]:
        return self._list(models.Batch, "listBatches")

    def cancel(self, batch_id: str) -> models.Batch:
        options = RequestOptions(is_repeatable=True)
        return self._call(models.Batch, "cancelBatch", {"batchId": batch_id}, options=options)


class Pipelines(Resource):
    def create(
        self, body: models.NewPipeline | Body, *, idempotency_key: str | None = None
    ) -> models.PipelineWithDefinition:
        return self._call(
            models.PipelineWithDefinition,
            "createPipeline",
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def get(self, pipeline_id: str, **query: object) -> models.PipelineWithDefinition:
        return self._call(
            models.PipelineWithDefinition, "getPipeline", {"pipelineId": pipeline_id}, query=query
        )

    def list(self, **query: object) -> Generator[models.Pipeline, None]:
        return self._list(models.Pipeline, "listPipelines", query=query)

    def update(
        self, pipeline_id: str, body: models.PipelineChange | Body, *, if_match: str
    ) -> models.PipelineWithDefinition:
        """`if_match` is the ETag of the version to change, a header of `send("getPipeline", …)`."""
        return self._call(
            models.PipelineWithDefinition,
            "updatePipeline",
            {"pipelineId": pipeline_id},
            body=body,
            options=RequestOptions(if_match=if_match),
        )

    def versions(self, pipeline_id: str) -> Generator[models.PipelineVersion, None]:
        return self._list(
            models.PipelineVersion, "listPipelineVersions", {"pipelineId": pipeline_id}
        )

    def runs(self, pipeline_id: str, **query: object) -> Generator[models.Job, None]:
        return self._list(models.Job, "listPipelineRuns", {"pipelineId": pipeline_id}, query=query)

    def run(
        self,
        pipeline_id: str,
        body: models.NewPipelineRun | Body,
        *,
        idempotency_key: str | None = None,
    ) -> JobHandle:
        """Starts a run, which is a job."""
        data = self._engine.request(
            "createPipelineRun",
            path={"pipelineId": pipeline_id},
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )
        return JobHandle(self._engine, data["jobId"])


class Conversations(Resource):
    def list(self) -> Generator[models.Conversation, None]:
        return self._list(models.Conversation, "listConversations")

    def messages(self, conversation_id: str) -> Generator[models.Message, None]:
        return self._list(models.Message, "listMessages", {"conversationId": conversation_id})

    def delete(self, conversation_id: str) -> None:
        self._send("deleteConversation", {"conversationId": conversation_id})


class Assets(Resource):
    def upload(self, source: UploadSource, *, name: str | None = None) -> models.Asset:
        """Uploads a file. A file that the organization has uploaded before is not sent again."""
        return upload_asset(self._engine, source, name)

    def create(
        self, body: models.NewAsset | Body, *, idempotency_key: str | None = None
    ) -> models.Asset:
        return self._call(
            models.Asset,
            "createAsset",
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def get(self, asset_id: str) -> models.Asset:
        return self._call(models.Asset, "getAsset", {"assetId": asset_id})

    def list(self, **query: object) -> Generator[models.Asset, None]:
        return self._list(models.Asset, "listAssets", query=query)

    def delete(self, asset_id: str) -> None:
        self._send("deleteAsset", {"assetId": asset_id})


class Models(Resource):
    def list(self, **query: object) -> list[models.Model]:
        return self._whole(models.Model, "listModels", query)

    def get(self, model_id: str) -> models.Model:
        return self._call(models.Model, "getModel", {"modelId": model_id})

    def schema(self, model_id: str) -> models.ModelSchema:
        """Returns the JSON Schema of the parameters of a model."""
        return self._call(models.ModelSchema, "getModelSchema", {"modelId": model_id})


class Providers(Resource):
    def list(self) -> list[models.Provider]:
        return self._whole(models.Provider, "listProviders")

    def get(self, slug: str) -> models.Provider:
        return self._call(models.Provider, "getProvider", {"provider_slug": slug})

    def health(self, slug: str) -> models.ProviderHealth:
        return self._call(models.ProviderHealth, "getProviderHealth", {"provider_slug": slug})


class Capabilities(Resource):
    def list(self) -> list[models.CapabilityEntry]:
        return self._whole(models.CapabilityEntry, "listCapabilities")


class Webhooks(Resource):
    def create(
        self, body: models.NewWebhook | Body, *, idempotency_key: str | None = None
    ) -> models.WebhookWithSecret:
        return self._call(
            models.WebhookWithSecret,
            "createWebhook",
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def get(self, webhook_id: str) -> models.Webhook:
        return self._call(models.Webhook, "getWebhook", {"webhookId": webhook_id})

    def list(self) -> Generator[models.Webhook, None]:
        return self._list(models.Webhook, "listWebhooks")

    def update(
        self, webhook_id: str, body: models.WebhookChange | Body, *, if_match: str
    ) -> models.Webhook:
        return self._call(
            models.Webhook,
            "updateWebhook",
            {"webhookId": webhook_id},
            body=body,
            options=RequestOptions(if_match=if_match),
        )

    def delete(self, webhook_id: str) -> None:
        self._send("deleteWebhook", {"webhookId": webhook_id})

    def test(self, webhook_id: str) -> models.WebhookDelivery:
        """Sends a sample event."""
        return self._call(models.WebhookDelivery, "testWebhook", {"webhookId": webhook_id})

    def deliveries(
        self, webhook_id: str, **query: object
    ) -> Generator[models.WebhookDelivery, None]:
        return self._list(
            models.WebhookDelivery, "listWebhookDeliveries", {"webhookId": webhook_id}, query=query
        )

    def redeliver(self, webhook_id: str, delivery_id: str) -> models.WebhookDelivery:
        path = {"webhookId": webhook_id, "deliveryId": delivery_id}
        return self._call(models.WebhookDelivery, "redeliver", path)


class ApiKeys(Resource):
    def create(
        self, body: Body, *, idempotency_key: str | None = None
    ) -> models.ApiKeyWithValue:
        return self._call(
            models.ApiKeyWithValue,
            "createApiKey",
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def get(self, key_id: str) -> models.ApiKey:
        return self._call(models.ApiKey, "getApiKey", {"keyId": key_id})

    def list(self) -> Generator[models.ApiKey, None]:
        return self._list(models.ApiKey, "listApiKeys")

    def update(self, key_id: str, body: Body, *, if_match: str) -> models.ApiKey:
        return self._call(
            models.ApiKey,
            "updateApiKey",
            {"keyId": key_id},
            body=body,
            options=RequestOptions(if_match=if_match),
        )

    def rotate(
        self, key_id: str, body: Body, *, idempotency_key: str | None = None
    ) -> models.ApiKeyWithValue:
        return self._call(
            models.ApiKeyWithValue,
            "rotateApiKey",
            {"keyId": key_id},
            body=body,
            options=RequestOptions(idempotency_key=idempotency_key),
        )

    def revoke(self, key_id: str) -> None:
        self._send("revokeApiKey", {"keyId": key_id})


class AccountResource(Resource):
    def get(self) -> models.Account:
        return self._call(models.Account, "getAccount")


class CreditsResource(Resource):
    def get(self) -> models.Credits:
        return self._call(models.Credits, "getCredits")

    def ledger(self, **query: object) -> Generator[models.CreditEntry, None]:
        return self._list(models.CreditEntry, "listLedger", query=query)


class UsageResource(Resource):
    def get(self, **query: object) -> models.Usage:
        return self._call(models.Usage, "getUsage", query=query)


class Organizations(Resource):
    def get(self, org_id: str) -> models.OrganizationDetails:
        return self._call(models.OrganizationDetails, "getOrganization", {"orgId": org_id})

    def list(self, **query: object) -> Generator[models.Organization, None]:
        return self._list(models.Organization, "listOrganizations", query=query)

    def members(self, org_id: str) -> Generator[models.ListedMember, None]:
        return self._list(models.ListedMember, "listMembers", {"orgId": org_id})


class Resources:
    def __init__(self, engine: "MediaEngine") -> None:
        self.chat = Chat(engine)
        self.generations = Generations(engine)
        self.estimates = Estimates(engine)
        self.jobs = Jobs(engine)
        self.batches = Batches(engine)
        self.pipelines = Pipelines(engine)
        self.conversations = Conversations(engine)
        self.assets = Assets(engine)
        self.models = Models(engine)
        self.providers = Providers(engine)
        self.capabilities = Capabilities(engine)
        self.webhooks = Webhooks(engine)
        self.api_keys = ApiKeys(engine)
        self.account = AccountResource(engine)
        self.credits = CreditsResource(engine)
        self.usage = UsageResource(engine)
        self.organizations = Organizations(engine)
