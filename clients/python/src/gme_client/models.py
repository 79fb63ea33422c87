# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 256238aa0504dceb0f09e4a17d9ebc30b9e4789b92dd7375f9686892a9da676d
# content: 923e9dd823aae951a30564b82a663f25e3ec4513710e27a6186bd56aac6102d9
from __future__ import annotations

from typing import Any, Literal, Union

from gme_client._core.api_object import ApiObject
from pydantic import AwareDatetime
from typing_extensions import TypeAliasType

OtherValue = TypeAliasType("OtherValue", str)


InputKind = TypeAliasType("InputKind", Literal['image', 'video', 'audio', 'mask'])
"""Kind of an input. A mask is an image whose white pixels mark the area to change."""


Capability = TypeAliasType("Capability", Literal['text-to-image', 'image-to-image', 'inpainting', 'text-to-video', 'image-to-video', 'video-editing', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'upscaling', 'enhancement', 'restoration', 'lip-sync', 'text-to-3d', 'image-to-3d', 'vision-analysis'])
"""Kind of generation, such as `text-to-image`."""


class GenerationParametersVoice(ApiObject):
    gender: Literal['female', 'male'] | OtherValue | None = None
    accent: str | None = None
    tone: str | None = None
    age: str | None = None
    name: str | None = None


class EditOperation(ApiObject):
    operation: Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable'] | OtherValue
    parameters: dict[str, Any] | None = None


ModelParameters = TypeAliasType("ModelParameters", dict[str, Any])
"""Model-specific parameters, by their names in the model's schema, which validates them. Requires `model`."""


class RoutingPreferences(ApiObject):
    optimize_for: Literal['quality', 'cost', 'latency'] | OtherValue | None = None
    allow: list[str] | None = None
    """Allowed provider slugs or model ids."""
    deny: list[str] | None = None
    failover: bool | None = None
    """True if another model may run the job when the first model fails."""


Metadata = TypeAliasType("Metadata", dict[str, str])
"""Up to 20 labels; jobs can be filtered by them."""


class EstimateRequestAnswers(ApiObject):
    choice: str | None = None
    text: str | None = None


ContentType = TypeAliasType("ContentType", Literal['image', 'video', 'audio', '3d'])
"""Kind of an output."""


class NewAsset(ApiObject):
    name: str | None = None
    """Display name; default: the name of the file."""
    url: str | None = None
    """Public URL; the file is fetched once, immediately."""
    output_id: str | None = None
    """Output of one of the organization's jobs, to keep as an asset."""
    sha256: str | None = None
    """With `bytes`: identifies a file that the organization has uploaded before."""
    bytes: int | None = None


class NewWebhook(ApiObject):
    url: Literal['listen:'] | str | None
    """Public https URL that receives events by POST. `listen:` creates a webhook whose deliveries a client reads as a stream; it is deleted when no client has read it for 24 hours. Null creates the webhook that signs for the webhook URLs of jobs (`webhookUrl`); an organization has at most one."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None = (
        None
    )
    """Event types that are sent. Null: all types, including types of later versions."""
    enabled: bool | None = None


class WebhookChange(ApiObject):
    url: str | None = None
    """Public https URL that receives events by POST."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None = (
        None
    )
    """Event types that are sent. Null: all types, including types of later versions."""
    enabled: bool | None = None
    """True resets the failure streak; false also stops pending deliveries."""


class NewPipelineFrom(ApiObject):
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""

    pipeline_id: str
    version: int | None = None


class NewPipelineFrom1(ApiObject):
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""

    run_id: str


class PipelineDefinitionLimits(ApiObject):
    concurrency: int | None = None
    """Maximum number of steps that run at once; 10 unless set."""
    timeout_seconds: int | None = None
    """Time limit of a run; 86,400 unless set."""
    max_credits: int | None = None


class PipelineDefinitionChat(ApiObject):
    """Messages that start the pipeline. Names of inputs in braces stand for their values."""

    phrases: list[str]


class PipelineInputPipelineInput(ApiObject):
    """An input that a run takes."""

    type: Literal['text']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    max_length: int | None = None
    default: str | None = None


class PipelineInputPipelineInput1(ApiObject):
    """An input that a run takes."""

    type: Literal['integer']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: int | None = None
    maximum: int | None = None
    default: int | None = None


class PipelineInputPipelineInput2(ApiObject):
    """An input that a run takes."""

    type: Literal['number']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class PipelineInputPipelineInput3(ApiObject):
    """An input that a run takes."""

    type: Literal['boolean']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    default: bool | None = None


class PipelineInputPipelineInput4(ApiObject):
    """An input that a run takes."""

    type: Literal['choice']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    choices: list[str]
    default: str | None = None


class PipelineInputPipelineInput5(ApiObject):
    """An input that a run takes."""

    type: Literal['image', 'video', 'audio', 'model'] | OtherValue
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""


class PipelineItemPipelineItem(ApiObject):
    type: Literal['text']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    max_length: int | None = None
    default: str | None = None


class PipelineItemPipelineItem1(ApiObject):
    type: Literal['integer']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: int | None = None
    maximum: int | None = None
    default: int | None = None


class PipelineItemPipelineItem2(ApiObject):
    type: Literal['number']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class PipelineItemPipelineItem3(ApiObject):
    type: Literal['boolean']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    default: bool | None = None


class PipelineItemPipelineItem4(ApiObject):
    type: Literal['choice']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    choices: list[str]
    default: str | None = None


class PipelineItemPipelineItem5(ApiObject):
    type: Literal['image', 'video', 'audio', 'model'] | OtherValue
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""


PipelineItem = TypeAliasType("PipelineItem", PipelineItemPipelineItem | PipelineItemPipelineItem1 | PipelineItemPipelineItem2 | PipelineItemPipelineItem3 | PipelineItemPipelineItem4 | PipelineItemPipelineItem5)


class PipelineGenerateStepRouting(ApiObject):
    optimize_for: Literal['quality', 'cost', 'latency'] | OtherValue | None = None
    allow: list[str] | None = None
    deny: list[str] | None = None
    failover: bool | None = None


class PipelineGenerateStepFallbackItemRouting(ApiObject):
    optimize_for: Literal['quality', 'cost', 'latency'] | OtherValue | None = None
    allow: list[str] | None = None
    deny: list[str] | None = None
    failover: bool | None = None


class PipelineGenerateStepFallbackItem(ApiObject):
    model: str | None = None
    provider: str | None = None
    routing: PipelineGenerateStepFallbackItemRouting | None = None
    parameters: dict[str, Any] | None = None


PipelineExpression = TypeAliasType("PipelineExpression", str)
"""One CEL expression in double braces."""


PipelineText = TypeAliasType("PipelineText", str)
"""Text that may contain expressions in double braces."""


class PipelineTransformStepInputs(ApiObject):
    kind: Literal['image', 'video', 'audio', 'mask', 'model'] | OtherValue
    from_: PipelineExpression


class PipelineTransformStep(ApiObject):
    """Edits files with ffmpeg, without credits."""

    kind: Literal['transform']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    operation: Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable'] | OtherValue
    inputs: list[PipelineExpression | PipelineTransformStepInputs]
    parameters: dict[str, Any] | None = None


class PipelineApproveStepOption(ApiObject):
    id: str
    label: str
    stop: Literal[True] | None = None


class PipelineApproveStep(ApiObject):
    """Asks a person a question."""

    kind: Literal['approve']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    question: PipelineText
    show: list[PipelineExpression] | None = None
    """Files and values that are shown with the question."""
    options: list[PipelineApproveStepOption] | None = None
    """Answers to choose from. Absent: `yes`, and `no`, which stops the run."""
    takes_text: bool | None = None


class PipelineReadStep(ApiObject):
    """Parses a message as POST /v1/chat does."""

    kind: Literal['read']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    message: PipelineText


class PipelineWriteStep(ApiObject):
    """Writes a text with the language model. Without a language model, the run asks for the text."""

    kind: Literal['write']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    instruction: PipelineText
    max_words: int | PipelineExpression


class PipelineValueStep(ApiObject):
    """Names a value, so that several steps can use it."""

    kind: Literal['value']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    value: PipelineExpression


class PipelineSubPipelineStep(ApiObject):
    """Runs a version of another pipeline. Its outputs are the results of the step."""

    kind: Literal['pipeline']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    pipeline: str
    """Id of the pipeline."""
    version: int
    inputs: dict[str, Any] | None = None


class PipelineCallStep(ApiObject):
    """Sends a signed webhook and ends when it is accepted."""

    kind: Literal['call']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    url: str | None = None
    """Absent: the organization's webhooks of the type `pipeline_run.call` receive it."""
    body: dict[str, Any]


class NewPipelineRunAnswers(ApiObject):
    choice: str | None = None
    text: str | None = None


class NewPipelineRun(ApiObject):
    version: int | None = None
    """Version of the pipeline; the latest unless set."""
    inputs: dict[str, Any] | None = None
    """Values of the pipeline's inputs, by its `inputSchema`."""
    resume_from: str | None = None
    """Run of this pipeline that has ended. Steps with an equal request are reused and not paid again; inputs that are not sent are those of that run."""
    answers: dict[str, NewPipelineRunAnswers] | None = None
    """Answers to questions, by the step that asks."""
    fresh: list[str] | None = None
    """Steps that are executed again although their results could be reused."""
    max_credits: int | None = None
    """Refuses the run when its price can be higher."""
    estimate_id: str | None = None
    """Estimate of the same run; its version, prices and models apply, even if they have changed since."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    dry_run: bool | None = None
    """Returns 200 with the estimate and starts nothing."""


ProviderKeys = TypeAliasType("ProviderKeys", dict[str, str | None])
"""Organization-provided keys, by provider slug. With such a key the provider bills you directly, and a generation costs one credit. A string sets or replaces a key, null removes it; omitted providers keep their key. Keys are stored encrypted and never returned."""


Role = TypeAliasType("Role", Literal['owner', 'admin', 'developer', 'viewer'])


class JobCompletedEventDataModel(ApiObject):
    id: str
    provider: str


class JobCompletedEventDataBilling(ApiObject):
    captured_credits: int


class JobCompletedEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class WebhookOutput(ApiObject):
    output_id: str
    content_type: str
    bytes: int
    sha256: str
    width: int | None = None
    height: int | None = None
    duration_seconds: float | None = None
    kept_until: AwareDatetime
    """Time at which the file is deleted."""
    content: str
    """Permanent URL of the file while it is stored; requires a credential."""
    url: str | None = None
    """Signed URL that works without a credential until `expiresAt`. Created for each attempt, and omitted in the list of deliveries."""
    expires_at: AwareDatetime | None = None
    """Expiry of url."""


class JobFailedEventDataModel(ApiObject):
    id: str
    provider: str


class JobFailedEventDataBilling(ApiObject):
    captured_credits: int


class JobFailedEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class JobFailedEventDataError(ApiObject):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class JobFailedEventData(ApiObject):
    job_id: str
    created_at: AwareDatetime
    finished_at: AwareDatetime
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    model: JobFailedEventDataModel | None = None
    billing: JobFailedEventDataBilling
    metadata: dict[str, str]
    links: JobFailedEventDataLinks
    status: Literal['failed']
    error: JobFailedEventDataError


class JobFailedEvent(ApiObject):
    type: Literal['job.failed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobFailedEventData


class JobCanceledEventDataModel(ApiObject):
    id: str
    provider: str


class JobCanceledEventDataBilling(ApiObject):
    captured_credits: int


class JobCanceledEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class JobCanceledEventData(ApiObject):
    job_id: str
    created_at: AwareDatetime
    finished_at: AwareDatetime
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    model: JobCanceledEventDataModel | None = None
    billing: JobCanceledEventDataBilling
    metadata: dict[str, str]
    links: JobCanceledEventDataLinks
    status: Literal['canceled']


class JobCanceledEvent(ApiObject):
    type: Literal['job.canceled']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobCanceledEventData


class JobNeedsInputEventDataModel(ApiObject):
    id: str
    provider: str


class JobNeedsInputEventDataBilling(ApiObject):
    captured_credits: int


class JobNeedsInputEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class ShownValue(ApiObject):
    """A file or another value that a question is about."""

    output_id: str | None = None
    asset_id: str | None = None
    content_type: str | None = None
    """Of a file."""
    url: str | None = None
    """Signed URL of an output that is stored. Absent in lists and events."""
    expires_at: AwareDatetime | None = None
    """Expiry of url."""
    text: str | None = None
    """A value that is not a file."""


class AnswerRequest(ApiObject):
    """Request that answers the question with this option."""

    method: Literal['POST']
    path: str
    body: dict[str, Any]
    missing: list[str] | None = None
    """JSON pointers of the fields to add to `body` before it is sent, such as `/prompt` or `/inputs/0/url` (or `assetId` in its place). Absent: send `body` as it is."""


class BatchCompletedEventDataCounts(ApiObject):
    items: int
    completed: int
    failed: int
    canceled: int


class BatchCompletedEventDataBilling(ApiObject):
    captured_credits: int


class BatchCompletedEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class BatchCompletedEventData(ApiObject):
    batch_id: str
    name: str | None = None
    status: Literal['completed', 'canceled'] | OtherValue
    created_at: AwareDatetime
    finished_at: AwareDatetime
    counts: BatchCompletedEventDataCounts
    billing: BatchCompletedEventDataBilling
    metadata: dict[str, str]
    links: BatchCompletedEventDataLinks


class BatchCompletedEvent(ApiObject):
    type: Literal['batch.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: BatchCompletedEventData


class PipelineRunCompletedEventDataBilling(ApiObject):
    captured_credits: int


class PipelineRunCompletedEventDataError(ApiObject):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class PipelineRunCompletedEventDataQuestionOption(ApiObject):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequest


class PipelineRunCompletedEventDataQuestion(ApiObject):
    text: str
    show: list[ShownValue] | None = None
    """Files and values to show with the question."""
    options: list[PipelineRunCompletedEventDataQuestionOption]


class PipelineRunCompletedEventDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class RunCounts(ApiObject):
    waiting: int
    running: int
    completed: int
    reused: int
    skipped: int
    failed: int
    canceled: int
    asked: int


class PipelineRunCallEventData(ApiObject):
    job_id: str
    step: str
    """Key of the step."""
    body: dict[str, Any]
    """The step's `body`."""


class PipelineRunCallEvent(ApiObject):
    type: Literal['pipeline_run.call']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCallEventData


class CreditsLowEventData(ApiObject):
    organization_id: str
    available: int
    threshold: int
    """Threshold that the credits fell below."""


class CreditsLowEvent(ApiObject):
    type: Literal['credits.low']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: CreditsLowEventData


class BudgetAlertEventData(ApiObject):
    organization_id: str
    period: str
    """Month (UTC)."""
    percent: int
    """Configured percentage that was reached."""
    budget: int
    spent: int


class BudgetAlertEvent(ApiObject):
    type: Literal['budget.alert']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: BudgetAlertEventData


class KeyRotationDueEventData(ApiObject):
    organization_id: str
    key_id: str
    name: str
    rotation_due_at: AwareDatetime


class KeyRotationDueEvent(ApiObject):
    type: Literal['key.rotation_due']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: KeyRotationDueEventData


class TestEventData(ApiObject):
    webhook_id: str
    message: str


class TestEvent(ApiObject):
    type: Literal['test']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: TestEventData


class JobInput(ApiObject):
    kind: Literal['image', 'video', 'audio', 'mask', 'model'] | OtherValue
    url: str | None = None
    asset_id: str | None = None
    output_id: str | None = None
    """Output of another step of the run."""
    output_of: str | None = None
    """Job of the conversation that made the file."""
    input_of: str | None = None
    """Job of the conversation with which the file was sent."""
    ordinal: int | None = None
    marked_by: Literal['alpha'] | None = None
    """The mask marks its area by transparency, not by white."""


class IntentAlternative(ApiObject):
    capability: Capability | OtherValue
    confidence: float


class Reference(ApiObject):
    """File of an earlier message of the conversation."""

    kind: ContentType | OtherValue
    output_of: str | None = None
    """Job that made the file."""
    input_of: str | None = None
    """Job with which the file was sent."""
    ordinal: int
    """Position among the outputs or inputs, from 0."""


class ModelReference(ApiObject):
    id: str
    provider: str


class PricedEstimatePrice(ApiObject):
    """`maxCredits` equals `credits`: a charge never exceeds the hold. `minCredits` is the charge if the cheapest fallback model runs the job."""

    min_credits: int
    max_credits: int
    credits: int
    """Credits that are held and charged; fewer results than ordered cost less."""


class PricedEstimateRouting(ApiObject):
    strategy: str
    reason: str
    assumptions: list[str]


class EstimateAlternative(ApiObject):
    model: ModelReference
    credits: int
    expected_seconds: float
    available: bool
    """True if the model can be used now."""
    setting: str | None = None
    """Variable that must be set to use the model."""


class EstimateWarning(ApiObject):
    code: Literal['model_deprecated', 'model_preview', 'model_on_trial', 'provider_not_configured', 'insufficient_credits', 'budget_exceeded', 'spend_limit_reached', 'key_limit_reached'] | OtherValue
    message: str


class PriceRange(ApiObject):
    min_credits: int
    max_credits: int


class PipelineRunEstimatePrice(ApiObject):
    """Bounds of the price, without what is reused. `maxCredits` is held when the run is accepted."""

    min_credits: int
    max_credits: int


class PipelineRunEstimateQuestion(ApiObject):
    step: str
    question: str


class PipelineRunEstimateStepCount(ApiObject):
    """Executions of the step."""

    min: int
    max: int


class PipelineRunEstimateStep(ApiObject):
    step: str
    count: PipelineRunEstimateStepCount
    """Executions of the step."""
    min_credits: int
    max_credits: int
    model: ModelReference | None = None


class PipelineRunEstimateWarning(ApiObject):
    pointer: str
    """Place in the definition; empty for the run."""
    code: str
    message: str


class PipelineRunEstimate(ApiObject):
    outcome: Literal['priced']
    estimate_id: str
    """Send it with the same request to use these prices and models."""
    expires_at: AwareDatetime
    """Expiry of estimateId."""
    version: int
    price: PipelineRunEstimatePrice
    """Bounds of the price, without what is reused. `maxCredits` is held when the run is accepted."""
    expected_seconds: int
    """Usual duration of the longest chain of steps, without the time of people."""
    available_credits: int
    affordable: bool
    """True if balance, budget and the key's limit cover maxCredits of the price."""
    reused: list[str]
    """Executions of steps whose results the run reuses, with `resumeFrom`."""
    questions: list[PipelineRunEstimateQuestion]
    """Steps that ask a person."""
    steps: list[PipelineRunEstimateStep]
    """Price of one execution of each step that is paid."""
    warnings: list[PipelineRunEstimateWarning]


JobStatus = TypeAliasType("JobStatus", Literal['queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input'])
"""Final values: completed, failed, canceled and needs_input."""


class JobProgress(ApiObject):
    percent: int
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing', 'done'] | OtherValue
    eta_seconds: int | None = None


class JobSource(ApiObject):
    kind: Literal['chat', 'generation', 'batch', 'pipeline'] | OtherValue
    door: Literal['openai', 'mcp'] | OtherValue | None = None
    message: str | None = None
    retry_of: str | None = None
    estimate_id: str | None = None
    """Estimate that fixed model and price."""
    batch_id: str | None = None
    index: int | None = None
    """Zero-based index in the batch."""
    client_item_id: str | None = None
    pipeline_id: str | None = None
    """Pipeline of the run."""
    version: int | None = None
    run_id: str | None = None
    """Run to which the job of a step belongs."""
    step: str | None = None


MediaOperation = TypeAliasType("MediaOperation", Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable'])
"""Operation of a pipeline's `transform` step."""


class EngineDetails(ApiObject):
    name: str
    tier: str | None = None
    limitation: str | None = None


class Attempt(ApiObject):
    provider: str
    model: str
    own_key: Literal[True] | None = None
    """True if the organization-provided key was used."""
    outcome: Literal['prepared', 'sent', 'accepted', 'succeeded', 'failed', 'unknown', 'canceled'] | OtherValue
    code: str | None = None
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None


class JobBilling(ApiObject):
    estimated_credits: int | None = None
    held_credits: int
    captured_credits: int
    """Credits charged: the price of the results, at most the hold. Fewer results than ordered cost less."""
    released_credits: int
    reason: str


class OutputProvenance(ApiObject):
    """Mark that says that the file is made by AI; absent with `PROVENANCE=keep`."""

    state: Literal['marked', 'kept', 'unmarked'] | OtherValue
    mark: Literal['iptc', 'c2pa'] | OtherValue | None = None
    digital_source_type: Literal['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'algorithmicMedia', 'algorithmicallyEnhanced'] | OtherValue | None = (
        None
    )
    reason: Literal['format_without_mark', 'foreign_metadata', 'no_place_for_mark', 'file_too_large', 'file_unreadable', 'marking_failed'] | OtherValue | None = (
        None
    )


class RunStepError(ApiObject):
    code: str
    message: str | None = None
    reason: str | None = None
    """Explanation by the provider."""
    step: str | None = None
    job_id: str | None = None


class RunStepItems(ApiObject):
    """Counts of the items of a map."""

    total: int
    completed: int
    failed: int


ErrorCode = TypeAliasType("ErrorCode", Literal['credential_missing', 'credential_malformed', 'api_key_unknown', 'api_key_expired', 'api_key_revoked', 'token_invalid', 'token_expired', 'session_ended', 'refresh_token_invalid', 'sign_in_failed', 'sign_in_limited', 'frontend_address_refused', 'sign_in_link_invalid', 'origin_refused', 'sign_in_method_unconfigured', 'sign_in_attempt_invalid', 'sign_in_denied', 'identity_unverifiable', 'identity_email_unverified', 'identity_provider_unavailable', 'credentials_conflict', 'account_suspended', 'account_closing', 'recent_sign_in_required', 'password_wrong', 'payment_overdue', 'permission_missing', 'session_required', 'address_not_allowed', 'outside_organization', 'rate_limited', 'mail_unreachable', 'mail_refused', 'email_unverified', 'mailed_token_invalid', 'registration_closed', 'body_malformed', 'body_too_large', 'content_type_unsupported', 'parameters_invalid', 'request_invalid', 'host_refused', 'route_not_found', 'method_not_allowed', 'idempotency_in_flight', 'idempotency_mismatch', 'precondition_failed', 'request_aborted', 'session_not_found', 'api_key_not_found', 'api_key_limit_reached', 'upload_link_invalid', 'authorization_request_invalid', 'share_not_found', 'share_limit_reached', 'webhook_not_found', 'webhook_limit_reached', 'webhook_exists', 'webhook_disabled', 'webhook_for_jobs', 'delivery_not_found', 'delivery_data_deleted', 'organization_not_found', 'organization_limit', 'member_not_found', 'already_member', 'invitation_limit', 'invitations_limited', 'invitation_not_found', 'invitation_for_another', 'invitation_accepted', 'invitation_withdrawn', 'invitation_expired', 'invitation_void', 'last_owner', 'correction_too_large', 'user_not_found', 'self_change_refused', 'user_closed', 'organization_closed', 'budget_exceeded', 'spend_limit_reached', 'key_limit_reached', 'streams_limited', 'job_not_found', 'batch_not_found', 'batch_already_final', 'output_not_found', 'output_expired', 'asset_not_found', 'asset_expired', 'asset_in_use', 'asset_invalid', 'asset_too_large', 'asset_limit_reached', 'callback_unknown', 'callback_signature_invalid', 'signature_invalid', 'range_not_satisfiable', 'pipeline_not_found', 'pipeline_version_not_found', 'pipeline_built_in', 'pipeline_archived', 'pipeline_limit_reached', 'run_limit_reached', 'job_limit_reached', 'conversation_not_found', 'model_not_found', 'provider_not_found', 'estimate_not_found', 'estimate_expired', 'estimate_mismatch', 'still_running', 'job_not_final', 'job_in_use', 'resume_mismatch', 'input_gone', 'request_gone', 'job_already_final', 'provider_not_configured', 'provider_not_available', 'model_not_available', 'model_lacks_capability', 'no_model_available', 'parameter_not_supported', 'input_missing', 'input_invalid', 'input_too_large', 'input_address_refused', 'price_over_limit', 'insufficient_credits', 'intent_unsupported', 'provider_rate_limited', 'provider_overloaded', 'provider_unreachable', 'provider_outcome_unknown', 'submission_unknown', 'run_terminated', 'provider_rejected', 'content_refused', 'content_blocked', 'report_not_found', 'report_decided', 'quarantined_file_not_found', 'legal_hold', 'quarantine_ended', 'offer_not_found', 'subscription_exists', 'subscription_missing', 'billing_unavailable', 'moderation_unavailable', 'provider_credential_invalid', 'provider_balance_empty', 'own_key_unusable', 'own_key_balance_empty', 'own_key_lacks_model', 'own_key_rate_limited', 'provider_failed', 'call_failed', 'step_timed_out', 'run_stuck', 'run_timed_out', 'step_canceled', 'expression_failed', 'too_many_items', 'value_too_large', 'provider_timeout', 'provider_response_invalid', 'provider_result_expired', 'output_too_large', 'output_invalid', 'overloaded', 'unavailable', 'internal'])
"""Stable error code; use it in programs."""


class JobLinks(ApiObject):
    self: str
    events: str
    outputs: str
    cancel: str
    retry: str


class ProblemError(ApiObject):
    pointer: str
    """JSON pointer into the body, or query/name, path/name, header/name. Empty: the whole body."""
    code: str
    message: str


class Problem(ApiObject):
    """An error (RFC 9457)."""

    type: str
    """URL of the error's documentation."""
    title: str
    status: int
    detail: str
    """Explanation of this occurrence."""
    instance: str
    """Path of the request."""
    code: ErrorCode | OtherValue
    request_id: str
    retryable: bool
    """True if the same request may succeed later without a change."""
    retry_after_seconds: int | None = None
    errors: list[ProblemError]
    """All problems of an invalid request: at most 100, and at most 12 KiB."""
    details: dict[str, Any] | None = None


class ConversationLastJob(ApiObject):
    job_id: str
    status: Literal['queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input'] | OtherValue


class Conversation(ApiObject):
    conversation_id: str
    title: str | None = None
    """First message, shortened."""
    messages: int
    created_at: AwareDatetime
    last_message_at: AwareDatetime | None = None
    last_job: ConversationLastJob | None = None


class MessageMessage(ApiObject):
    text: str | None = None
    inputs: list[JobInput]
    """Files that the caller sent with the message."""


class MessageUnderstood(ApiObject):
    """Absent until the message has been read."""

    act: Literal['answer', 'repeat', 'adjust', 'edit', 'convert', 'keep', 'new'] | OtherValue
    refers_to: list[Reference]
    assumptions: list[str]


class RunStepChange(ApiObject):
    step: str
    """Path of the step, such as `voice`; `shots[2].take` within an item of a map."""
    kind: str | None = None
    """Kind of the step; `item` for an item of a map."""
    status: Literal['waiting', 'running', 'completed', 'reused', 'skipped', 'failed', 'canceled', 'asked'] | OtherValue
    attempt: int
    job_id: str | None = None
    """Job of the last attempt."""
    credits: int | None = None
    """Price that is held while the step runs, and charged once it has completed."""
    error: RunStepError | None = None
    reason: str | None = None
    """Reason for which it was skipped."""
    model: ModelReference | None = None


BatchStatus = TypeAliasType("BatchStatus", Literal['processing', 'canceling', 'completed', 'canceled'])
"""completed: every item has ended, with any status. canceled: every item has ended, and at least one was canceled."""


class BatchProgress(ApiObject):
    percent: int
    """Number of items that have ended."""


class BatchCounts(ApiObject):
    items: int
    queued: int
    processing: int
    canceling: int
    completed: int
    failed: int
    canceled: int


class BatchBilling(ApiObject):
    budget: int | None = None
    estimated_credits: int
    """Credits held at acceptance."""
    held_credits: int
    """Credits held for items that have not ended."""
    captured_credits: int
    """Credits charged for completed items."""
    released_credits: int
    """Credits released from the hold."""


class BatchLinks(ApiObject):
    self: str
    jobs: str
    cancel: str


class AssetSource(ApiObject):
    kind: Literal['upload', 'address', 'output'] | OtherValue
    output_id: str | None = None


class Asset(ApiObject):
    asset_id: str
    kind: ContentType | OtherValue
    name: str | None = None
    content_type: str
    """Media type, detected from the bytes."""
    bytes: int
    duration_seconds: float | None = None
    """Duration of a video or an audio file, if the file declares it. Limits and prices of jobs depend on it."""
    width: int | None = None
    """Of an image, in pixels."""
    height: int | None = None
    """Of an image, in pixels."""
    frames_per_second: float | None = None
    """Of a video, if readable. Models that bill each frame are priced by it."""
    sha256: str
    source: AssetSource
    url: str
    """Signed URL; requires no credential."""
    expires_at: AwareDatetime
    """Expiry of `url`; each request returns a new URL."""
    kept_until: AwareDatetime
    """Time at which the asset is deleted, unless a job uses it before."""
    created_at: AwareDatetime


class WebhookDisabled(ApiObject):
    """Present while the webhook is disabled."""

    at: AwareDatetime
    reason: Literal['owner', 'failing', 'gone', 'member_left'] | OtherValue


class WebhookFailureStreak(ApiObject):
    """Failed attempts since the last success."""

    count: int
    since: AwareDatetime | None = None


class WebhookRotation(ApiObject):
    """Present while the previous secret also signs."""

    previous_valid_until: AwareDatetime


class Webhook(ApiObject):
    webhook_id: str
    url: str | None
    """Null: the webhook signs for the webhook URLs of jobs (`webhookUrl`). `listen:`: clients read the deliveries as a stream."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None
    """Event types that are sent. Null: all types."""
    enabled: bool
    disabled: WebhookDisabled | None = None
    """Present while the webhook is disabled."""
    failure_streak: WebhookFailureStreak
    """Failed attempts since the last success."""
    rotation: WebhookRotation | None = None
    """Present while the previous secret also signs."""
    created_at: AwareDatetime
    created_by: str
    url_set_by: str | None
    """User who set the URL. The webhook is disabled when this user leaves the organization."""
    url_set_with_key: str | None
    """API key that set the URL; null if a person set it with an access token. If the key leaked, check the URL."""


class WebhookWithSecretDisabled(ApiObject):
    """Present while the webhook is disabled."""

    at: AwareDatetime
    reason: Literal['owner', 'failing', 'gone', 'member_left'] | OtherValue


class WebhookWithSecretFailureStreak(ApiObject):
    """Failed attempts since the last success."""

    count: int
    since: AwareDatetime | None = None


class WebhookWithSecretRotation(ApiObject):
    """Present while the previous secret also signs."""

    previous_valid_until: AwareDatetime


class WebhookWithSecret(ApiObject):
    webhook_id: str
    url: str | None
    """Null: the webhook signs for the webhook URLs of jobs (`webhookUrl`). `listen:`: clients read the deliveries as a stream."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None
    """Event types that are sent. Null: all types."""
    enabled: bool
    disabled: WebhookWithSecretDisabled | None = None
    """Present while the webhook is disabled."""
    failure_streak: WebhookWithSecretFailureStreak
    """Failed attempts since the last success."""
    rotation: WebhookWithSecretRotation | None = None
    """Present while the previous secret also signs."""
    created_at: AwareDatetime
    created_by: str
    url_set_by: str | None
    """User who set the URL. The webhook is disabled when this user leaves the organization."""
    url_set_with_key: str | None
    """API key that set the URL; null if a person set it with an access token. If the key leaked, check the URL."""
    secret: str
    """Signing secret, returned only once."""


WebhookEventType = TypeAliasType("WebhookEventType", Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due', 'test'])
"""
`job.completed`: A job completed and has outputs.

`job.failed`: A job ended without a result; nothing is charged.

`job.canceled`: A job was canceled; nothing is charged.

`job.needs_input`: A job ended with a question; nothing is charged.

`batch.completed`: Every item of a batch has ended.

`pipeline_run.completed`: A run of a pipeline has ended.

`pipeline_run.call`: A step of a pipeline's run sends a webhook.

`credits.low`: The available credits fell below the threshold; at most once a month.

`budget.alert`: A percentage of the monthly budget is spent; once for each percentage.

`key.rotation_due`: The value of an API key is 90 days old; once for each value.

`test`: A test event was requested.
"""


class WebhookAttemptRequest(ApiObject):
    url: str
    headers: dict[str, str]
    """All headers except the signature, which is not stored."""


class WebhookAttemptResponse(ApiObject):
    status: int
    body: str
    """First 2,048 bytes of the response, as text."""


class WebhookAttemptError(ApiObject):
    """Reason of the failure."""

    code: Literal['interrupted', 'address_refused', 'name_unknown', 'unreachable', 'certificate_invalid', 'timed_out', 'redirected', 'gone', 'refused'] | OtherValue
    message: str


class WebhookAttempt(ApiObject):
    number: int
    """Number of the attempt within the delivery."""
    started_at: AwareDatetime
    duration_ms: int | None = None
    """Absent while the attempt is in progress."""
    request: WebhookAttemptRequest
    response: WebhookAttemptResponse | None = None
    error: WebhookAttemptError | None = None
    """Reason of the failure."""


class PipelineMissingItem(ApiObject):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelinePrice(ApiObject):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: int
    max_credits: int


class Pipeline(ApiObject):
    pipeline_id: str
    name: str
    description: str | None
    built_in: bool
    """True: every organization can run it, none can change it."""
    latest_version: int
    archived_at: AwareDatetime | None = None
    created_at: AwareDatetime
    created_by: str | None
    updated_at: AwareDatetime
    runnable: bool
    """True if a model is available for every step."""
    missing: list[PipelineMissingItem]
    """Capabilities and media operations without a model, and the settings that would provide one."""
    price: PipelinePrice
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""


class PipelineCheckMissingItem(ApiObject):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelineCheckPrice(ApiObject):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: int
    max_credits: int


class PipelineCheckWarning(ApiObject):
    pointer: str
    """JSON pointer into the definition."""
    code: str
    message: str


class PipelineCheck(ApiObject):
    input_schema: dict[str, Any]
    """JSON Schema of the inputs that a run takes."""
    outputs: dict[str, str]
    steps: dict[str, dict[str, str]]
    """Result fields of each step."""
    runnable: bool
    """True if a model is available for every step."""
    missing: list[PipelineCheckMissingItem]
    """Capabilities and media operations without a model, and the settings that would provide one."""
    price: PipelineCheckPrice
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""
    warnings: list[PipelineCheckWarning]
    """Problems of today, such as a provider without a key. They would fail a run."""


class PipelineWithDefinitionMissingItem(ApiObject):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelineWithDefinitionPrice(ApiObject):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: int
    max_credits: int


class PipelineWithDefinitionWarning(ApiObject):
    pointer: str
    """JSON pointer into the definition."""
    code: str
    message: str


class PipelineVersionChange(ApiObject):
    step: str
    change: Literal['added', 'removed', 'changed'] | OtherValue


class PipelineVersion(ApiObject):
    version: int
    note: str | None
    definition_hash: str
    """SHA-256; equal for equal definitions."""
    created_at: AwareDatetime
    created_by: str | None
    changes: list[PipelineVersionChange]
    """Steps that differ from the version before; empty for version 1."""


class ModelCredits(ApiObject):
    """Credits per generation."""

    typical: int
    min: int
    max: int
    per: str
    """Unit of the typical price."""


class ModelOfferCredits(ApiObject):
    """Credits per generation."""

    typical: int
    min: int
    max: int
    per: str
    """Unit of the typical price."""


class ModelOffer(ApiObject):
    id: str
    """Model id; a request that names it gets this host and no other."""
    provider: str
    """Provider slug."""
    provider_name: str
    credits: ModelOfferCredits
    """Credits per generation."""
    available: bool
    unavailable_reason: str | None = None
    circuit: Literal['closed', 'open', 'half_open'] | OtherValue
    typical_seconds: int
    measured_seconds: float | None = None
    differs: list[str] | None = None


class ModelSchema(ApiObject):
    model: str
    input: dict[str, Any]
    """JSON Schema, draft 2020-12."""
    output: dict[str, Any]
    """JSON Schema, draft 2020-12."""


class CapabilityEntry(ApiObject):
    capability: Capability | OtherValue
    title: str
    content_type: ContentType | OtherValue
    needs_prompt: bool
    inputs: list[list[Literal['image', 'video', 'audio', 'mask'] | OtherValue]]
    """Accepted sets of inputs."""
    models: int
    """Number of models with this capability."""
    models_available: int
    """Number of these models that are available now."""


class ContentTypeEntry(ApiObject):
    content_type: ContentType | OtherValue
    title: Literal['Image', 'Video', 'Audio', '3D'] | OtherValue
    capabilities: list[Capability | OtherValue]
    formats: list[str]
    """Media types of outputs."""
    input_bytes_max: int
    models: int
    models_available: int


class ProviderPricing(ApiObject):
    """Credits per generation, from the cheapest to the most expensive model."""

    min_credits: int
    max_credits: int


class Provider(ApiObject):
    slug: str
    name: str
    description: str
    status: Literal['Active', 'Degraded', 'Unavailable', 'Disabled'] | OtherValue
    models_available: int
    content_types: list[Literal['Image', 'Video', 'Audio', '3D'] | OtherValue]
    pricing: ProviderPricing
    """Credits per generation, from the cheapest to the most expensive model."""
    capabilities: list[str]
    configured: bool
    """True if this installation or your organization has a key for the provider."""
    own_key: Literal[True] | None = None
    """True if the organization-provided key is used: the provider bills you directly, and a generation costs one credit."""
    setting: str | None = None
    """Variable that configures the provider."""


class ProviderHealthModel(ApiObject):
    model: str
    circuit: Literal['closed', 'open', 'half_open'] | OtherValue
    retry_at: AwareDatetime | None = None
    """Time of the first trial request after the circuit opened."""


class ProviderHealthLatencyMs(ApiObject):
    p50: int | None
    p95: int | None


class ProviderHealthWindow(ApiObject):
    minutes: int
    generations: int


class ProviderHealthLastError(ApiObject):
    """Last error of a request or probe that the provider caused."""

    code: str
    at: AwareDatetime


class ProviderHealth(ApiObject):
    provider: str
    status: Literal['healthy', 'degraded', 'unavailable', 'unconfigured', 'disabled'] | OtherValue
    circuit: Literal['closed', 'open', 'half_open'] | OtherValue
    retry_at: AwareDatetime | None = None
    """Time of the first trial request after the circuit opened."""
    models: list[ProviderHealthModel]
    """Models with their own circuit that is open or half open."""
    success_rate: float | None
    """Success rate of the generations in the window; null without generations."""
    latency_ms: ProviderHealthLatencyMs
    checked_at: AwareDatetime | None
    window: ProviderHealthWindow
    last_error: ProviderHealthLastError | None = None
    """Last error of a request or probe that the provider caused."""


class ApiKeyRotation(ApiObject):
    """Present while the previous value still works."""

    previous_valid_until: AwareDatetime


class ApiKey(ApiObject):
    key_id: str
    name: str
    prefix: str
    """First characters of the value."""
    last4: str
    """Last four characters of the value."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue] | None
    credit_limit: int | None
    credits_spent: int
    """In the current calendar month (UTC)."""
    allowed_ips: list[str] | None
    created_at: AwareDatetime
    created_by: str
    expires_at: AwareDatetime | None
    last_used_at: AwareDatetime | None
    """Time of the last use; lags a few seconds."""
    rotation: ApiKeyRotation | None = None
    """Present while the previous value still works."""
    rotation_due_at: AwareDatetime
    status: Literal['active', 'expired', 'revoked'] | OtherValue


class ApiKeyWithValueRotation(ApiObject):
    """Present while the previous value still works."""

    previous_valid_until: AwareDatetime


class ApiKeyWithValue(ApiObject):
    key_id: str
    name: str
    prefix: str
    """First characters of the value."""
    last4: str
    """Last four characters of the value."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue] | None
    credit_limit: int | None
    credits_spent: int
    """In the current calendar month (UTC)."""
    allowed_ips: list[str] | None
    created_at: AwareDatetime
    created_by: str
    expires_at: AwareDatetime | None
    last_used_at: AwareDatetime | None
    """Time of the last use; lags a few seconds."""
    rotation: ApiKeyWithValueRotation | None = None
    """Present while the previous value still works."""
    rotation_due_at: AwareDatetime
    status: Literal['active', 'expired', 'revoked'] | OtherValue
    key: str
    """The key's value, returned only once."""


class Organization(ApiObject):
    organization_id: str
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Literal['current', 'overdue'] | OtherValue
    role: Role | OtherValue | None
    """Role of the caller; null for an operator who is not a member."""
    requests_per_hour: int
    credits_per_month: int
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: list[int]
    low_credits: int
    created_at: AwareDatetime


class OrganizationDetailsProviderKey(ApiObject):
    provider: str
    last4: str | None
    """Last four characters, for a key of at least 16 characters."""
    set_at: AwareDatetime
    set_by: str
    """User who set the key."""


class OrganizationDetails(ApiObject):
    organization_id: str
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Literal['current', 'overdue'] | OtherValue
    role: Role | OtherValue | None
    """Role of the caller; null for an operator who is not a member."""
    requests_per_hour: int
    credits_per_month: int
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: list[int]
    low_credits: int
    created_at: AwareDatetime
    provider_keys: list[OrganizationDetailsProviderKey]
    """Providers with an organization-provided key."""


class ListedMember(ApiObject):
    user_id: str
    email: str
    display_name: str | None
    role: Role | OtherValue
    joined_at: AwareDatetime
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class Member(ApiObject):
    user_id: str
    email: str
    display_name: str | None
    role: Role | OtherValue
    joined_at: AwareDatetime


class Invitation(ApiObject):
    invitation_id: str
    organization_id: str
    email: str
    role: Role | OtherValue
    invited_by: str
    created_at: AwareDatetime
    expires_at: AwareDatetime


class RolePermissions(ApiObject):
    role: Role | OtherValue
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue]


class AccountOrganization(ApiObject):
    organization_id: str
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    payment_status: Literal['current', 'overdue'] | OtherValue
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue


class AccountSignInMethod(ApiObject):
    method: Literal['password', 'google', 'github'] | OtherValue
    email: str


class Account(ApiObject):
    account_id: str
    email: str
    display_name: str | None
    email_verified: bool
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    closes_at: AwareDatetime | None
    """Time at which the data of a closing account is erased."""
    organization: AccountOrganization
    sign_in_methods: list[AccountSignInMethod]
    """Sign-in methods, each with its email address."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue]
    """Current permissions of this credential."""
    created_at: AwareDatetime


class ClosingAccount(ApiObject):
    status: Literal['closing']
    closes_at: AwareDatetime


class Session(ApiObject):
    session_id: str
    current: bool
    """True for the session of this request."""
    organization_id: str
    """Organization of the session's next tokens."""
    method: Literal['password', 'google', 'github', 'link'] | OtherValue
    address: str | None
    """IP address from which the session was started."""
    user_agent: str | None
    created_at: AwareDatetime
    last_used_at: AwareDatetime
    """Time of the last token refresh."""
    expires_at: AwareDatetime


class CreditsExpiringItem(ApiObject):
    credits: int
    expires_at: AwareDatetime


class CreditsBudget(ApiObject):
    credits: int | None
    """Credits per month. Null: unlimited."""
    spent: int
    """Credits charged, or held by running jobs, in this period."""
    alert_percents: list[int]
    alerts_raised: list[int]
    """Alert percentages reached in this period."""


class Credits(ApiObject):
    available: int
    """Credits that can be spent."""
    held: int
    """Credits held for running jobs."""
    granted: int
    """Credits granted by the plan and by operators since the period began."""
    period_start: AwareDatetime
    period_end: AwareDatetime
    expiring: list[CreditsExpiringItem]
    """Credits that expire, soonest first; they are used first."""
    budget: CreditsBudget


class CreditEntry(ApiObject):
    """A ledger entry, which moves credits between accounts of the ledger."""

    entry_id: str
    kind: Literal['grant', 'hold', 'capture', 'release', 'expire', 'correction'] | OtherValue
    amount: int
    from_: Literal['issued', 'available', 'held', 'spent'] | OtherValue
    to: Literal['issued', 'available', 'held', 'spent'] | OtherValue
    job_id: str | None
    period: str | None
    """Month of a monthly grant."""
    reason: str | None
    expires_at: AwareDatetime | None
    """Time at which the rest of a grant expires; null: never."""
    created_at: AwareDatetime


class UsageDatum(ApiObject):
    name: str
    """Day, or id of the model, key or member; empty if not applicable."""
    requests: int
    jobs: int
    credits: int
    """Charged."""


class Usage(ApiObject):
    from_: str
    to: str
    by: Literal['day', 'model', 'key', 'member'] | OtherValue
    data: list[UsageDatum]


class AuditEntryActor(ApiObject):
    account_id: str | None
    api_key_id: str | None


class AuditEntryTarget(ApiObject):
    type: str | None
    id: str | None


class AuditEntry(ApiObject):
    """An audit log entry: actor, action, time and origin. Contains no secrets."""

    entry_id: str
    action: str
    actor: AuditEntryActor
    target: AuditEntryTarget
    address: str | None
    user_agent: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: AwareDatetime


class ListedUserOrganization(ApiObject):
    organization_id: str
    name: str
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    spent_credits: int
    """In the current calendar month (UTC)."""


class ListedUser(ApiObject):
    user_id: str
    email: str
    display_name: str | None
    email_verified: bool
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    status_reason: str | None
    """Reason of the suspension."""
    is_operator: bool
    organizations: list[ListedUserOrganization]
    """First twenty organizations that the person joined."""
    created_at: AwareDatetime
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class UserOrganization(ApiObject):
    organization_id: str
    name: str
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    spent_credits: int
    """In the current calendar month (UTC)."""


class User(ApiObject):
    user_id: str
    email: str
    display_name: str | None
    email_verified: bool
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    status_reason: str | None
    """Reason of the suspension."""
    is_operator: bool
    organizations: list[UserOrganization]
    """First twenty organizations that the person joined."""
    created_at: AwareDatetime


class AdminOrganizationAgreed(ApiObject):
    """Terms agreed in addition to the plan; null: the plan's value."""

    requests_per_hour: int | None
    credits_per_month: int | None
    credits_per_hour: int | None
    retention_days: int | None


class AdminOrganization(ApiObject):
    organization_id: str
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Literal['current', 'overdue'] | OtherValue
    requests_per_hour: int
    credits_per_month: int
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: list[int]
    low_credits: int
    created_at: AwareDatetime
    status_reason: str | None
    """Reason of the suspension."""
    agreed: AdminOrganizationAgreed
    """Terms agreed in addition to the plan; null: the plan's value."""


class ListedAdminProviderConcurrency(ApiObject):
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""

    known: int | None
    limit: int | None


class ListedAdminProviderModel(ApiObject):
    model_id: str
    enabled: bool
    circuit_force: Literal['auto', 'open', 'closed'] | OtherValue


class ListedAdminProviderTransition(ApiObject):
    at: AwareDatetime
    model: str | None
    """Null: the whole provider."""
    from_: Literal['closed', 'open', 'half_open'] | OtherValue
    to: Literal['closed', 'open', 'half_open'] | OtherValue
    cause: str
    """An error code, or trial, probe or operator."""


class ListedAdminProviderChange(ApiObject):
    at: AwareDatetime
    account_id: str | None
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class ListedAdminProvider(ApiObject):
    slug: str
    name: str
    configured: bool
    integrated: bool
    """True if this version of the engine can call the provider."""
    mode: Literal['enabled', 'draining', 'disabled'] | OtherValue
    weight: int
    """Share of jobs among equally ranked providers; zero makes the provider a reserve."""
    concurrency: ListedAdminProviderConcurrency
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""
    circuit_force: Literal['auto', 'open', 'closed'] | OtherValue
    models: list[ListedAdminProviderModel]
    undeclared_models: list[str] | None = None
    """Models that an own server lists and `MODELS_FILE` does not declare; they receive no jobs."""
    running: int
    """Requests that may be running at the provider."""
    health: ProviderHealth
    transitions: list[ListedAdminProviderTransition]
    """Latest twenty circuit transitions, newest first."""
    changes: list[ListedAdminProviderChange]
    """Latest twenty changes by operators, newest first."""
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class AdminProviderConcurrency(ApiObject):
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""

    known: int | None
    limit: int | None


class AdminProviderModel(ApiObject):
    model_id: str
    enabled: bool
    circuit_force: Literal['auto', 'open', 'closed'] | OtherValue


class AdminProviderTransition(ApiObject):
    at: AwareDatetime
    model: str | None
    """Null: the whole provider."""
    from_: Literal['closed', 'open', 'half_open'] | OtherValue
    to: Literal['closed', 'open', 'half_open'] | OtherValue
    cause: str
    """An error code, or trial, probe or operator."""


class AdminProviderChange(ApiObject):
    at: AwareDatetime
    account_id: str | None
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class AdminProvider(ApiObject):
    slug: str
    name: str
    configured: bool
    integrated: bool
    """True if this version of the engine can call the provider."""
    mode: Literal['enabled', 'draining', 'disabled'] | OtherValue
    weight: int
    """Share of jobs among equally ranked providers; zero makes the provider a reserve."""
    concurrency: AdminProviderConcurrency
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""
    circuit_force: Literal['auto', 'open', 'closed'] | OtherValue
    models: list[AdminProviderModel]
    undeclared_models: list[str] | None = None
    """Models that an own server lists and `MODELS_FILE` does not declare; they receive no jobs."""
    running: int
    """Requests that may be running at the provider."""
    health: ProviderHealth
    transitions: list[AdminProviderTransition]
    """Latest twenty circuit transitions, newest first."""
    changes: list[AdminProviderChange]
    """Latest twenty changes by operators, newest first."""


class Grant(ApiObject):
    entry_id: str
    """Id of the ledger entry."""
    organization_id: str
    credits: int
    reason: str
    expires_at: AwareDatetime | None
    available: int
    """Available credits of the organization afterwards."""
    created_at: AwareDatetime


class PlanAssets(ApiObject):
    """Limits of assets: bytes of one asset, bytes in total, and number of assets."""

    file_bytes_max: int
    bytes_max: int
    count_max: int


class Plan(ApiObject):
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    name: str
    requests_per_hour: int
    """Hourly request limit of each API key and of each person."""
    organization_requests_per_hour: int
    """Hourly request limit of all API keys of an organization together."""
    api_keys_max: int
    """Maximum number of active API keys of an organization."""
    open_runs_max: int
    """Maximum number of runs of pipelines that have not ended."""
    open_jobs_max: int
    """Maximum number of jobs that have not ended."""
    credits_per_month: int | None
    """Null: agreed individually."""
    credits_per_hour: int
    """Credits that an organization can hold in one hour of UTC."""
    retention_days: int
    """Retention of outputs and assets, in days."""
    assets: PlanAssets
    """Limits of assets: bytes of one asset, bytes in total, and number of assets."""
    current: bool
    """True for the plan of the caller."""


class RateLimit(ApiObject):
    subject: Literal['api_key', 'account', 'session', 'organization', 'unchanged'] | OtherValue
    window: Literal['hour']
    limit: int
    used: int
    remaining: int
    resets_at: AwareDatetime


class Liveness(ApiObject):
    status: Literal['ok']


class ReadinessCheck(ApiObject):
    name: str
    status: Literal['ok', 'failed'] | OtherValue
    optional: bool


class Readiness(ApiObject):
    status: Literal['ready', 'degraded'] | OtherValue
    checks: list[ReadinessCheck]


class StatusUptime(ApiObject):
    """Null without records. Rounded down to three digits."""

    days: int
    since: AwareDatetime | None
    """First recorded minute within these days."""
    percent: float | None
    """Minutes in which at least one API process was ready."""
    requests_percent: float | None
    """Requests to `/v1` that did not fail with a status of 500 or more, `overloaded` included."""


class StatusComponent(ApiObject):
    name: str
    status: Literal['operational', 'down'] | OtherValue
    optional: bool
    uptime_percent: float | None
    """Null without records. Rounded down to three digits."""


class StatusProviders(ApiObject):
    """Number of providers by state."""

    healthy: int
    degraded: int
    unavailable: int
    unconfigured: int
    disabled: int


class Status(ApiObject):
    status: Literal['operational', 'degraded', 'down'] | OtherValue
    version: str
    """Version of this API."""
    build: str | None
    """Deployed build, if the operator sets it."""
    uptime: StatusUptime
    """Null without records. Rounded down to three digits."""
    components: list[StatusComponent]
    providers: StatusProviders
    """Number of providers by state."""
    checked_at: AwareDatetime


class Registered(ApiObject):
    status: Literal['verification_pending']


class EmailVerified(ApiObject):
    status: Literal['verified']


class Tokens(ApiObject):
    access_token: str
    """A JWT. Send it as Authorization: Bearer <token>."""
    token_type: Literal['Bearer']
    expires_in: int
    """Lifetime of the access token, in seconds."""
    refresh_token: str | None = None
    """Single-use token that is exchanged for new tokens. Absent when it is kept in a cookie."""
    binding: str | None = None
    """Second half of a new session that is kept in a cookie. Send it in `X-Session-Binding` to refresh and to sign out. Returned once."""
    refresh_expires_in: int
    """Lifetime of the refresh token, in seconds."""
    last_event_id: str | None = None
    """For a session that is kept in a cookie: position of the organization's stream before these tokens. Send it to `GET /app/events` as `Last-Event-ID` after the first reads, so that no change is missed."""


class PasswordResetRequested(ApiObject):
    status: Literal['accepted']


class PasswordReset(ApiObject):
    status: Literal['password_changed']
    session: Tokens | None = None
    """New session, with `keep`."""


class ShownValueOutput(ApiObject):
    """A file or another value that a question is about."""

    output_id: str | None = None
    asset_id: str | None = None
    content_type: str | None = None
    """Of a file."""
    url: str | None = None
    """Signed URL of an output that is stored. Absent in lists and events."""
    expires_at: AwareDatetime | None = None
    """Expiry of url."""
    text: str | None = None
    """A value that is not a file."""


class AnswerRequestOutput(ApiObject):
    """Request that answers the question with this option."""

    method: Literal['POST']
    path: str
    body: dict[str, Any]
    missing: list[str] | None = None
    """JSON pointers of the fields to add to `body` before it is sent, such as `/prompt` or `/inputs/0/url` (or `assetId` in its place). Absent: send `body` as it is."""


class RunCountsOutput(ApiObject):
    waiting: int
    running: int
    completed: int
    reused: int
    skipped: int
    failed: int
    canceled: int
    asked: int


class JobNeedsInputEventOutputDataModel(ApiObject):
    id: str
    provider: str


class JobNeedsInputEventOutputDataBilling(ApiObject):
    captured_credits: int


class JobNeedsInputEventOutputDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class JobNeedsInputEventOutputDataQuestionOption(ApiObject):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequestOutput


class JobNeedsInputEventOutputDataQuestion(ApiObject):
    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[JobNeedsInputEventOutputDataQuestionOption]


class JobNeedsInputEventOutputData(ApiObject):
    job_id: str
    created_at: AwareDatetime
    finished_at: AwareDatetime
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    model: JobNeedsInputEventOutputDataModel | None = None
    billing: JobNeedsInputEventOutputDataBilling
    metadata: dict[str, str]
    links: JobNeedsInputEventOutputDataLinks
    status: Literal['needs_input']
    question: JobNeedsInputEventOutputDataQuestion


class JobNeedsInputEventOutput(ApiObject):
    type: Literal['job.needs_input']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobNeedsInputEventOutputData


class PipelineRunCompletedEventOutputDataBilling(ApiObject):
    captured_credits: int


class PipelineRunCompletedEventOutputDataError(ApiObject):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class PipelineRunCompletedEventOutputDataQuestionOption(ApiObject):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequestOutput


class PipelineRunCompletedEventOutputDataQuestion(ApiObject):
    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[PipelineRunCompletedEventOutputDataQuestionOption]


class PipelineRunCompletedEventOutputDataLinks(ApiObject):
    self: str
    """URL of the resource; requires a credential."""


class PipelineRunCompletedEventOutputData(ApiObject):
    job_id: str
    pipeline_id: str
    version: int
    resume_of: str | None = None
    """Run that this one resumes."""
    counts: RunCountsOutput
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    status: Literal['completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: AwareDatetime
    finished_at: AwareDatetime
    billing: PipelineRunCompletedEventOutputDataBilling
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput] | None = None
    """Files of the run's outputs, if it completed."""
    error: PipelineRunCompletedEventOutputDataError | None = None
    question: PipelineRunCompletedEventOutputDataQuestion | None = None
    metadata: dict[str, str]
    links: PipelineRunCompletedEventOutputDataLinks


class PipelineRunCompletedEventOutput(ApiObject):
    type: Literal['pipeline_run.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCompletedEventOutputData


class Input(ApiObject):
    kind: InputKind | OtherValue
    url: str | None = None
    """Public URL, or an output URL of this engine."""
    asset_id: str | None = None
    """Asset of the organization. Exclusive with `url`."""


class GenerationParameters(ApiObject):
    aspect_ratio: str | None = None
    """Width-to-height ratio."""
    width: int | None = None
    """In pixels."""
    height: int | None = None
    """In pixels."""
    resolution: str | None = None
    """Named size."""
    duration_seconds: float | None = None
    """Duration of a video or an audio file, in seconds."""
    fps: int | None = None
    """Frames per second."""
    count: int | None = None
    """Number of outputs."""
    style: str | None = None
    voice: GenerationParametersVoice | None = None
    speed: float | None = None
    """Speech rate; 1 is normal."""
    language: str | None = None
    format: str | None = None
    """File format of the output."""
    scale: float | None = None
    """Scale factor."""
    strength: float | None = None
    """Deviation of the output from the input: 0 keeps the input, 1 ignores it."""
    seed: int | None = None
    """The same seed and request produce a similar output."""
    negative_prompt: str | None = None
    operations: list[str | EditOperation] | None = None
    """Changes of the input: names such as `denoise`, or media operations of docs/media-operations.md."""
    timestamps: bool | None = None
    """True: a second output is the transcript as JSON, with the times of its segments and words."""
    trim_start_seconds: float | None = None
    trim_end_seconds: float | None = None
    model_parameters: ModelParameters | None = None


class GenerationRequest(ApiObject):
    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | OtherValue
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    dry_run: bool | None = None
    """Returns 200 with the estimate and creates no job."""
    estimate_id: str | None = None
    """Estimate of the same request; its model and price apply, even if they have changed since."""


class EstimateRequest(ApiObject):
    """The body of `POST /v1/chat` (with `message`), of `POST /v1/generations` (with `capability`), or of `POST /v1/pipelines/{pipelineId}/runs` (with `pipelineId`). `metadata` and `webhookUrl` have no effect."""

    message: str | None = None
    """Description of the desired output, in natural language."""
    parse_intent: bool | None = None
    inputs: list[Input] | dict[str, Any] | None = None
    """Input files; with `pipelineId`, the values of its inputs by name."""
    capability: Capability | OtherValue | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation or run is rejected."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    version: int | None = None
    """Version of the pipeline; the latest unless set."""
    resume_from: str | None = None
    """Run of this pipeline that has ended. Steps with an equal request are reused and not paid again; inputs that are not sent are those of that run."""
    answers: dict[str, EstimateRequestAnswers] | None = None
    """Answers to questions, by the step that asks."""
    fresh: list[str] | None = None
    """Steps that are executed again although their results could be reused."""
    pipeline_id: str | None = None


class RetryRequest(ApiObject):
    capability: Capability | OtherValue | None = None
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    inputs: list[Input] | None = None
    """Input files in addition to those of the job."""
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation or run is rejected."""


class NewBatchItem(ApiObject):
    """Same as for `POST /v1/generations`; `capability` may be set in `defaults`."""

    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | OtherValue | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    client_item_id: str | None = None
    """Your reference; unique in the batch."""


class BatchDefaults(ApiObject):
    """Default fields of every item. An item's fields override the defaults; `parameters` and `metadata` are merged by name."""

    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | OtherValue | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""


class PipelineInputPipelineInput6(ApiObject):
    """An input that a run takes."""

    type: Literal['list']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    of: PipelineItem
    max_items: int | None = None
    default: list[Any] | None = None


PipelineInput = TypeAliasType("PipelineInput", PipelineInputPipelineInput | PipelineInputPipelineInput1 | PipelineInputPipelineInput2 | PipelineInputPipelineInput3 | PipelineInputPipelineInput4 | PipelineInputPipelineInput5 | PipelineInputPipelineInput6)
"""An input that a run takes."""


class PipelineGenerateStepInputs(ApiObject):
    kind: Literal['image', 'video', 'audio', 'mask', 'model'] | OtherValue
    from_: PipelineExpression


class PipelineGenerateStep(ApiObject):
    """Generates media, as POST /v1/generations does."""

    kind: Literal['generate']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    capability: Literal['text-to-image', 'image-to-image', 'inpainting', 'text-to-video', 'image-to-video', 'video-editing', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'upscaling', 'enhancement', 'restoration', 'lip-sync', 'text-to-3d', 'image-to-3d', 'vision-analysis'] | OtherValue
    prompt: PipelineText | None = None
    inputs: list[PipelineExpression | PipelineGenerateStepInputs] | None = None
    model: str | None = None
    provider: str | None = None
    routing: PipelineGenerateStepRouting | None = None
    parameters: dict[str, Any] | None = None
    max_credits: int | None = None
    retries: int | None = None
    """Further attempts after a failure, each as a job of its own."""
    fallback: list[PipelineGenerateStepFallbackItem] | None = None
    """Other models or parameters, used in order after the attempts have failed."""


class JobCompletedEventData(ApiObject):
    job_id: str
    created_at: AwareDatetime
    finished_at: AwareDatetime
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    model: JobCompletedEventDataModel | None = None
    billing: JobCompletedEventDataBilling
    metadata: dict[str, str]
    links: JobCompletedEventDataLinks
    status: Literal['completed']
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput]


class JobCompletedEvent(ApiObject):
    type: Literal['job.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobCompletedEventData


class JobNeedsInputEventDataQuestionOption(ApiObject):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequest


class JobNeedsInputEventDataQuestion(ApiObject):
    text: str
    show: list[ShownValue] | None = None
    """Files and values to show with the question."""
    options: list[JobNeedsInputEventDataQuestionOption]


class JobNeedsInputEventData(ApiObject):
    job_id: str
    created_at: AwareDatetime
    finished_at: AwareDatetime
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    model: JobNeedsInputEventDataModel | None = None
    billing: JobNeedsInputEventDataBilling
    metadata: dict[str, str]
    links: JobNeedsInputEventDataLinks
    status: Literal['needs_input']
    question: JobNeedsInputEventDataQuestion


class JobNeedsInputEvent(ApiObject):
    type: Literal['job.needs_input']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobNeedsInputEventData


class PipelineRunCompletedEventData(ApiObject):
    job_id: str
    pipeline_id: str
    version: int
    resume_of: str | None = None
    """Run that this one resumes."""
    counts: RunCounts
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    status: Literal['completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: AwareDatetime
    finished_at: AwareDatetime
    billing: PipelineRunCompletedEventDataBilling
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput] | None = None
    """Files of the run's outputs, if it completed."""
    error: PipelineRunCompletedEventDataError | None = None
    question: PipelineRunCompletedEventDataQuestion | None = None
    metadata: dict[str, str]
    links: PipelineRunCompletedEventDataLinks


class PipelineRunCompletedEvent(ApiObject):
    type: Literal['pipeline_run.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCompletedEventData


class PricedEstimateRequest(ApiObject):
    content_type: ContentType | OtherValue
    capability: Capability | OtherValue
    prompt: str | None = None
    inputs: list[JobInput]
    parameters: GenerationParameters


class IntentUnderstood(ApiObject):
    act: Literal['answer', 'repeat', 'adjust', 'edit', 'convert', 'keep', 'new'] | OtherValue
    refers_to: list[Reference]


class QuestionOption(ApiObject):
    label: str
    capability: Capability | OtherValue | None = None
    refers_to: list[Reference] | None = None
    """File of an earlier message that the option chooses."""
    request: AnswerRequestOutput


class JobRequestOperation(ApiObject):
    """Work of a `transform` step, which has no capability."""

    name: MediaOperation | OtherValue
    parameters: dict[str, Any]


class JobRouting(ApiObject):
    strategy: str | None = None
    reason: str | None = None
    assumptions: list[str]
    attempts: list[Attempt]


class Output(ApiObject):
    output_id: str
    url: str
    """Signed URL: requires no credential, works until expiresAt and supports byte ranges."""
    content_type: str
    bytes: int
    sha256: str
    width: int | None = None
    height: int | None = None
    duration_seconds: float | None = None
    text: str | None = None
    """Transcript or description."""
    provenance: OutputProvenance | None = None
    expires_at: AwareDatetime
    """Expiry of url."""
    kept_until: AwareDatetime
    """Time at which the file is deleted."""


class RunStep(ApiObject):
    step: str
    kind: str
    status: Literal['waiting', 'running', 'completed', 'reused', 'skipped', 'failed', 'canceled', 'asked'] | OtherValue
    attempt: int
    job_id: str | None = None
    """Job of the last attempt."""
    credits: int | None = None
    error: RunStepError | None = None
    reason: str | None = None
    """Reason for which it was skipped."""
    items: RunStepItems | None = None


class JobError(ApiObject):
    code: ErrorCode | OtherValue
    message: str
    cure: str
    """Recommended action."""
    retryable: bool
    details: dict[str, Any] | None = None


class Batch(ApiObject):
    batch_id: str
    name: str | None = None
    status: BatchStatus | OtherValue
    progress: BatchProgress
    counts: BatchCounts
    billing: BatchBilling
    created_at: AwareDatetime
    cancel_requested_at: AwareDatetime | None = None
    finished_at: AwareDatetime | None = None
    metadata: dict[str, str]
    links: BatchLinks


class BatchItem(ApiObject):
    index: int
    """Zero-based index in `items`."""
    client_item_id: str | None = None
    job_id: str
    status: JobStatus | OtherValue
    credits: int
    """Price in credits, charged on completion."""
    deleted: bool | None = None
    """True when the content of the job has been deleted."""
    output: Output | None = None
    error: JobError | None = None
    finished_at: AwareDatetime | None = None


WebhookEvent = TypeAliasType("WebhookEvent", JobCompletedEvent | JobFailedEvent | JobCanceledEvent | JobNeedsInputEventOutput | BatchCompletedEvent | PipelineRunCompletedEventOutput | PipelineRunCallEvent | CreditsLowEvent | BudgetAlertEvent | KeyRotationDueEvent | TestEvent | dict[str, Any])


class Model(ApiObject):
    id: str
    display_name: str
    offer_of: str | None = None
    """Canonical model that this model is one host's offer of. A request that names it gets one of its offers."""
    differs: list[str] | None = None
    """Differences of this offer from the maker's."""
    provider: str
    """Provider slug."""
    provider_name: str
    description: str
    content_type: ContentType | OtherValue
    capabilities: list[Capability | OtherValue]
    credits: ModelCredits
    """Credits per generation."""
    own_key: Literal[True] | None = None
    """True if the organization-provided key is used: the provider bills you directly, and a generation costs one credit."""
    status: Literal['active', 'preview', 'deprecated', 'retired', 'disabled'] | OtherValue
    available: bool
    unavailable_reason: str | None = None
    retires_on: str | None = None
    replaced_by: str | None = None
    typical_seconds: int
    """Duration of a typical generation, in seconds."""
    measured_seconds: float | None = None
    """Median seconds of the latest generations; absent for too small a sample."""
    limits: dict[str, Any]
    """Parameter limits, by the common field name or the provider's name."""
    offers: list[ModelOffer] | None = None
    """Offers of a canonical model, available ones first, then by price. The other fields are those of the first offer, except `available` and `unavailableReason`, which concern all of them."""


class ChatRequest(ApiObject):
    message: str
    """Description of the desired output, in natural language."""
    parse_intent: bool | None = None
    """True: the engine derives parameters, and the capability unless `capability` states it, from the message. False: the message is the prompt for `capability`, by default text-to-image."""
    conversation_id: str | None = None
    """Conversation of the message, from the response to an earlier message; `new` opens one. The message can then refer to earlier ones."""
    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | OtherValue | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: int | None = None
    """Maximum price; a more expensive generation or run is rejected."""
    metadata: Metadata | None = None
    webhook_url: str | None = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    dry_run: bool | None = None
    """Returns 200 with the estimate and creates no job."""
    estimate_id: str | None = None
    """Estimate of the same request; its model and price apply, even if they have changed since."""


class NewBatch(ApiObject):
    items: list[NewBatchItem]
    defaults: BatchDefaults | None = None
    budget: int | None = None
    """Maximum credits of all items together."""
    name: str | None = None
    metadata: Metadata | None = None
    """Labels of the batch."""
    webhook_url: str | None = None
    """URL that is notified when the batch ends, in addition to the organization's webhooks. Items have their own `webhookUrl`."""


class Intent(ApiObject):
    """Intent parsed from the message."""

    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    subject: str
    parameters: GenerationParameters
    requested_model: str | None = None
    requested_provider: str | None = None
    confidence: float
    assumptions: list[str]
    alternatives: list[IntentAlternative]
    parser: Literal['embedded', 'llm', 'none'] | OtherValue
    model: str | None = None
    understood: IntentUnderstood | None = None
    """Relation to the earlier messages of the conversation."""


class Question(ApiObject):
    """Question that must be answered before the engine can continue."""

    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[QuestionOption]


class JobRequest(ApiObject):
    content_type: ContentType | OtherValue | None = None
    capability: Capability | OtherValue | None = None
    operation: JobRequestOperation | None = None
    prompt: str | None = None
    inputs: list[JobInput]
    parameters: GenerationParameters
    webhook_url: str | None = None
    """URL that is notified when the job ends."""


class PipelineRun(ApiObject):
    """Run of a pipeline: its steps and its results."""

    pipeline_id: str
    version: int
    resume_of: str | None = None
    """Run that this one resumes."""
    inputs: dict[str, Any] | None = None
    """Values of the inputs, with defaults. Lists of runs omit them."""
    outputs: dict[str, Any] | None = None
    """Values of the outputs, once the run has completed. Lists of runs omit them."""
    counts: RunCountsOutput
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    steps: list[RunStep]
    """Outermost steps; `waiting` until they begin."""


class Message(ApiObject):
    job_id: str
    message: MessageMessage
    understood: MessageUnderstood | None = None
    """Absent until the message has been read."""
    intent: Intent | None = None
    status: Literal['queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: AwareDatetime
    question: Question | None = None
    outputs: list[Output]
    error: JobError | None = None


class Job(ApiObject):
    job_id: str
    status: JobStatus | OtherValue
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing'] | OtherValue | None = (
        None
    )
    progress: JobProgress
    created_at: AwareDatetime
    started_at: AwareDatetime | None = None
    finished_at: AwareDatetime | None = None
    source: JobSource
    conversation_id: str | None = None
    intent: Intent | None = None
    request: JobRequest
    model: ModelReference | None = None
    engine: EngineDetails | None = None
    """Generation details of the embedded provider."""
    routing: JobRouting
    billing: JobBilling
    output: Output | None = None
    outputs: list[Output]
    run: PipelineRun | None = None
    question: Question | None = None
    error: JobError | None = None
    cancel_requested_at: AwareDatetime | None = None
    redacted_at: AwareDatetime | None = None
    """Time at which prompt, message, inputs, metadata and texts of the results were removed, because the days of the plan were over."""
    metadata: dict[str, str]
    links: JobLinks


class JobEvent(ApiObject):
    sequence: int
    """Sequence number of the event within the job, without gaps."""
    type: Literal['job.queued', 'job.started', 'job.planned', 'job.stage', 'job.progress', 'run.step', 'job.canceling', 'job.completed', 'job.failed', 'job.canceled', 'job.needs_input'] | OtherValue
    job_id: str
    status: JobStatus | OtherValue
    progress: JobProgress
    model: ModelReference | None = None
    estimated_credits: int | None = None
    question: Question | None = None
    error: JobError | None = None
    step: RunStepChange | None = None
    created_at: AwareDatetime


class BatchViewItems(ApiObject):
    data: list[BatchItem]
    next_cursor: str | None
    """Cursor of the next page; null on the last page."""


class WebhookDelivery(ApiObject):
    delivery_id: str
    webhook_id: str
    event_id: str
    """The header `webhook-id`: the same for every attempt and for resent deliveries."""
    type: WebhookEventType | OtherValue
    state: Literal['pending', 'delivered', 'failed', 'abandoned'] | OtherValue
    url: str | None = None
    """Webhook URL of the job, used instead of the webhook's URL."""
    body: WebhookEvent | None
    """Body of every attempt. Null: the event's resource was deleted."""
    attempt_count: int
    attempts: list[WebhookAttempt]
    """Latest 20 attempts, newest first."""
    next_attempt_at: AwareDatetime | None = None
    """Present while a next attempt is scheduled."""
    created_at: AwareDatetime
    finished_at: AwareDatetime | None = None


class PricedEstimate(ApiObject):
    outcome: Literal['priced']
    estimate_id: str
    """Send it with the same request to use this model at this price."""
    expires_at: AwareDatetime
    """Expiry of estimateId."""
    request: PricedEstimateRequest
    intent: Intent | None = None
    model: ModelReference
    price: PricedEstimatePrice
    expected_seconds: float
    measured: bool
    """True if expectedSeconds was measured on this server; otherwise it is the catalog's value."""
    routing: PricedEstimateRouting
    alternatives: list[EstimateAlternative]
    """Other suitable models, best first, available models before unavailable models."""
    available_credits: int
    affordable: bool
    """True if balance, budget and the key's limit cover maxCredits of the price."""
    warnings: list[EstimateWarning]


class UnclearEstimate(ApiObject):
    """A job with this message would end with a question and would not be charged."""

    outcome: Literal['needs_input']
    question: Question
    price: PriceRange | None = None
    """Price range of the answers to the question; absent when none can be priced."""
    available_credits: int
    affordable: bool
    """True if balance, budget and the key's limit cover maxCredits of the price."""
    warnings: list[EstimateWarning]


class AcceptedJob(ApiObject):
    """The whole job if the request waited for its end (`Prefer: wait`) or repeated an earlier one (`Idempotency-Key`); otherwise only jobId, status and links. `conversationId` is for the next message of a conversation."""

    job_id: str
    status: JobStatus | OtherValue
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing'] | OtherValue | None = (
        None
    )
    progress: JobProgress | None = None
    created_at: AwareDatetime | None = None
    started_at: AwareDatetime | None = None
    finished_at: AwareDatetime | None = None
    source: JobSource | None = None
    conversation_id: str | None = None
    intent: Intent | None = None
    request: JobRequest | None = None
    model: ModelReference | None = None
    engine: EngineDetails | None = None
    """Generation details of the embedded provider."""
    routing: JobRouting | None = None
    billing: JobBilling | None = None
    output: Output | None = None
    outputs: list[Output] | None = None
    run: PipelineRun | None = None
    question: Question | None = None
    error: JobError | None = None
    cancel_requested_at: AwareDatetime | None = None
    redacted_at: AwareDatetime | None = None
    """Time at which prompt, message, inputs, metadata and texts of the results were removed, because the days of the plan were over."""
    metadata: dict[str, str] | None = None
    links: JobLinks


class BatchView(ApiObject):
    """A batch with one page of its items, in the order of the request."""

    batch_id: str
    name: str | None = None
    status: BatchStatus | OtherValue
    progress: BatchProgress
    counts: BatchCounts
    billing: BatchBilling
    created_at: AwareDatetime
    cancel_requested_at: AwareDatetime | None = None
    finished_at: AwareDatetime | None = None
    metadata: dict[str, str]
    links: BatchLinks
    items: BatchViewItems


Estimate = TypeAliasType("Estimate", PricedEstimate | UnclearEstimate | dict[str, Any])


class NewPipeline(ApiObject):
    name: str
    description: str | None = None
    definition: PipelineDefinition | None = None
    from_: NewPipelineFrom | NewPipelineFrom1 | None = None
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""
    dry_run: bool | None = None
    """Returns 200 with the result of the check and creates no pipeline."""


class PipelineDefinition(ApiObject):
    """A pipeline: its inputs, steps and outputs."""

    schema_version: Literal[1]
    inputs: dict[str, PipelineInput] | None = None
    steps: PipelineSteps
    outputs: dict[str, PipelineExpression]
    """Results of a run. The first file is the run's `output`."""
    limits: PipelineDefinitionLimits | None = None
    chat: PipelineDefinitionChat | None = None
    """Messages that start the pipeline. Names of inputs in braces stand for their values."""


PipelineSteps = TypeAliasType("PipelineSteps", dict[str, "PipelineStep"])
"""Steps by name."""


PipelineStep = TypeAliasType(
    "PipelineStep",
    Union[
        PipelineGenerateStep,
        PipelineTransformStep,
        "PipelineMapStep",
        "PipelineSwitchStep",
        PipelineApproveStep,
        PipelineReadStep,
        PipelineWriteStep,
        PipelineValueStep,
        PipelineSubPipelineStep,
        PipelineCallStep,
        dict[str, Any],
    ],
)


class PipelineMapStep(ApiObject):
    """Runs the inner steps for each item of a list. Within it, `item` is the item and `index` its position."""

    kind: Literal['map']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    over: PipelineExpression
    """The list whose items the inner steps process."""
    max_items: int
    concurrency: int | None = None
    on_item_error: Literal['fail', 'drop'] | OtherValue | None = None
    value: PipelineExpression
    """Result of an item."""
    steps: PipelineSteps


class PipelineSwitchStepCase(ApiObject):
    when: PipelineExpression
    value: PipelineExpression
    steps: PipelineSteps | None = None


class PipelineSwitchStepOtherwise(ApiObject):
    value: PipelineExpression
    steps: PipelineSteps | None = None


class PipelineSwitchStep(ApiObject):
    """Runs the first case whose condition is true."""

    kind: Literal['switch']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Literal['fail', 'continue'] | OtherValue | None = None
    timeout_seconds: int | None = None
    keep: Literal['plan', 'day'] | OtherValue | None = None
    cases: list[PipelineSwitchStepCase]
    otherwise: PipelineSwitchStepOtherwise | None = None


class PipelineChange(ApiObject):
    name: str | None = None
    description: str | None = None
    definition: PipelineDefinition | None = None
    """Becomes the next version, unless it equals the latest one."""
    note: str | None = None
    """Note of the new version."""
    archived: bool | None = None
    """An archived pipeline is not listed and takes no new version."""


class PipelineWithDefinition(ApiObject):
    pipeline_id: str
    name: str
    description: str | None
    built_in: bool
    """True: every organization can run it, none can change it."""
    latest_version: int
    archived_at: AwareDatetime | None = None
    created_at: AwareDatetime
    created_by: str | None
    updated_at: AwareDatetime
    version: int
    note: str | None
    definition_hash: str
    """SHA-256; equal for equal definitions."""
    definition: PipelineDefinition
    input_schema: dict[str, Any]
    """JSON Schema of the inputs that a run takes."""
    outputs: dict[str, str]
    steps: dict[str, dict[str, str]]
    """Result fields of each step."""
    runnable: bool
    """True if a model is available for every step."""
    missing: list[PipelineWithDefinitionMissingItem]
    """Capabilities and media operations without a model, and the settings that would provide one."""
    price: PipelineWithDefinitionPrice
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""
    warnings: list[PipelineWithDefinitionWarning]
    """Problems of today, such as a provider without a key. They would fail a run."""


NewPipeline.model_rebuild()
PipelineDefinition.model_rebuild()
