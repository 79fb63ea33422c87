# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 812103ab12f3c62e3b237a4ad5d76ce809cba52a8d553dcafff0ad7d07c4be8d
# content: b5acc756ada45af0cadb582ea3b6acb3d2d422cc4500b0defd94473faa1b5a31
from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from gme_client._core.model import Model
from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

OtherValue = TypeAliasType("OtherValue", str)


InputKind = TypeAliasType("InputKind", Literal['image', 'video', 'audio', 'mask'])
"""Kind of an input. A mask is an image whose white pixels mark the area to change."""


Capability = TypeAliasType("Capability", Literal['text-to-image', 'image-to-image', 'inpainting', 'text-to-video', 'image-to-video', 'video-editing', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'upscaling', 'enhancement', 'restoration', 'lip-sync', 'text-to-3d', 'image-to-3d', 'vision-analysis'])
"""Kind of generation, such as `text-to-image`."""


class GenerationParametersVoice(Model):
    gender: Literal['female', 'male'] | None = None
    accent: str | None = None
    tone: str | None = None
    age: str | None = None
    name: str | None = None


class EditOperation(Model):
    operation: Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable']
    parameters: dict[str, Any] | None = None


ModelParameters = TypeAliasType("ModelParameters", dict[str, Any])
"""Model-specific parameters, by their names in the model's schema, which validates them. Requires `model`."""


class RoutingPreferences(Model):
    optimize_for: Annotated[
        Literal['quality', 'cost', 'latency'] | None, Field(alias='optimizeFor')
    ] = None
    allow: list[str] | None = None
    """Allowed provider slugs or model ids."""
    deny: list[str] | None = None
    failover: bool | None = None
    """True if another model may run the job when the first model fails."""


Metadata = TypeAliasType("Metadata", dict[str, str])
"""Up to 20 labels; jobs can be filtered by them."""


class EstimateRequestAnswers(Model):
    choice: str | None = None
    text: str | None = None


ContentType = TypeAliasType("ContentType", Literal['image', 'video', 'audio', '3d'])
"""Kind of an output."""


class NewAsset(Model):
    name: str | None = None
    """Display name; default: the name of the file."""
    url: str | None = None
    """Public URL; the file is fetched once, immediately."""
    output_id: Annotated[str | None, Field(alias='outputId')] = None
    """Output of one of the organization's jobs, to keep as an asset."""
    sha256: str | None = None
    """With `bytes`: identifies a file that the organization has uploaded before."""
    bytes: int | None = None


class NewWebhook(Model):
    url: str | None
    """Public https URL that receives events by POST. Null creates the webhook that signs for the webhook URLs of jobs (`webhookUrl`); an organization has at most one."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due']] | None = (
        None
    )
    """Event types that are sent. Null: all types, including types of later versions."""
    enabled: bool | None = None


class WebhookChange(Model):
    url: str | None = None
    """Public https URL that receives events by POST."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due']] | None = (
        None
    )
    """Event types that are sent. Null: all types, including types of later versions."""
    enabled: bool | None = None
    """True resets the failure streak; false also stops pending deliveries."""


class NewPipelineFrom(Model):
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""

    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    version: int | None = None


class NewPipelineFrom1(Model):
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""

    run_id: Annotated[str, Field(alias='runId')]


class PipelineDefinitionLimits(Model):
    concurrency: int | None = None
    """Maximum number of steps that run at once; 10 unless set."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    """Time limit of a run; 86,400 unless set."""
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None


class PipelineDefinitionChat(Model):
    """Messages that start the pipeline. Names of inputs in braces stand for their values."""

    phrases: list[str]


class PipelineInputPipelineInput(Model):
    """An input that a run takes."""

    type: Literal['text']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    max_length: Annotated[int | None, Field(alias='maxLength')] = None
    default: str | None = None


class PipelineInputPipelineInput1(Model):
    """An input that a run takes."""

    type: Literal['integer']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: int | None = None
    maximum: int | None = None
    default: int | None = None


class PipelineInputPipelineInput2(Model):
    """An input that a run takes."""

    type: Literal['number']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class PipelineInputPipelineInput3(Model):
    """An input that a run takes."""

    type: Literal['boolean']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    default: bool | None = None


class PipelineInputPipelineInput4(Model):
    """An input that a run takes."""

    type: Literal['choice']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    choices: list[str]
    default: str | None = None


class PipelineInputPipelineInput5(Model):
    """An input that a run takes."""

    type: Literal['image', 'video', 'audio', 'model']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""


class PipelineItemPipelineItem(Model):
    type: Literal['text']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    max_length: Annotated[int | None, Field(alias='maxLength')] = None
    default: str | None = None


class PipelineItemPipelineItem1(Model):
    type: Literal['integer']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: int | None = None
    maximum: int | None = None
    default: int | None = None


class PipelineItemPipelineItem2(Model):
    type: Literal['number']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class PipelineItemPipelineItem3(Model):
    type: Literal['boolean']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    default: bool | None = None


class PipelineItemPipelineItem4(Model):
    type: Literal['choice']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    choices: list[str]
    default: str | None = None


class PipelineItemPipelineItem5(Model):
    type: Literal['image', 'video', 'audio', 'model']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""


PipelineItem = TypeAliasType("PipelineItem", PipelineItemPipelineItem | PipelineItemPipelineItem1 | PipelineItemPipelineItem2 | PipelineItemPipelineItem3 | PipelineItemPipelineItem4 | PipelineItemPipelineItem5)


class PipelineGenerateStepRouting(Model):
    optimize_for: Annotated[
        Literal['quality', 'cost', 'latency'] | None, Field(alias='optimizeFor')
    ] = None
    allow: list[str] | None = None
    deny: list[str] | None = None
    failover: bool | None = None


class PipelineGenerateStepFallbackItemRouting(Model):
    optimize_for: Annotated[
        Literal['quality', 'cost', 'latency'] | None, Field(alias='optimizeFor')
    ] = None
    allow: list[str] | None = None
    deny: list[str] | None = None
    failover: bool | None = None


class PipelineGenerateStepFallbackItem(Model):
    model: str | None = None
    provider: str | None = None
    routing: PipelineGenerateStepFallbackItemRouting | None = None
    parameters: dict[str, Any] | None = None


PipelineExpression = TypeAliasType("PipelineExpression", str)
"""One CEL expression in double braces."""


PipelineText = TypeAliasType("PipelineText", str)
"""Text that may contain expressions in double braces."""


class PipelineTransformStepInputs(Model):
    kind: Literal['image', 'video', 'audio', 'mask', 'model']
    from_: Annotated[PipelineExpression, Field(alias='from')]


class PipelineTransformStep(Model):
    """Edits files with ffmpeg, without credits."""

    kind: Literal['transform']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    operation: Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable']
    inputs: list[PipelineExpression | PipelineTransformStepInputs]
    parameters: dict[str, Any] | None = None


class PipelineApproveStepOption(Model):
    id: str
    label: str
    stop: Literal[True] | None = None


class PipelineApproveStep(Model):
    """Asks a person a question."""

    kind: Literal['approve']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    question: PipelineText
    show: list[PipelineExpression] | None = None
    """Files and values that are shown with the question."""
    options: list[PipelineApproveStepOption] | None = None
    """Answers to choose from. Absent: `yes`, and `no`, which stops the run."""
    takes_text: Annotated[bool | None, Field(alias='takesText')] = None


class PipelineReadStep(Model):
    """Parses a message as POST /v1/chat does."""

    kind: Literal['read']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    message: PipelineText


class PipelineWriteStep(Model):
    """Writes a text with the language model. Without a language model, the run asks for the text."""

    kind: Literal['write']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    instruction: PipelineText
    max_words: Annotated[int | PipelineExpression, Field(alias='maxWords')]


class PipelineValueStep(Model):
    """Names a value, so that several steps can use it."""

    kind: Literal['value']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    value: PipelineExpression


class PipelineSubPipelineStep(Model):
    """Runs a version of another pipeline. Its outputs are the results of the step."""

    kind: Literal['pipeline']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    pipeline: str
    """Id of the pipeline."""
    version: int
    inputs: dict[str, Any] | None = None


class PipelineCallStep(Model):
    """Sends a signed webhook and ends when it is accepted."""

    kind: Literal['call']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    url: str | None = None
    """Absent: the organization's webhooks of the type `pipeline_run.call` receive it."""
    body: dict[str, Any]


class NewPipelineRunAnswers(Model):
    choice: str | None = None
    text: str | None = None


class NewPipelineRun(Model):
    version: int | None = None
    """Version of the pipeline; the latest unless set."""
    inputs: dict[str, Any] | None = None
    """Values of the pipeline's inputs, by its `inputSchema`."""
    resume_from: Annotated[str | None, Field(alias='resumeFrom')] = None
    """Run of this pipeline that has ended. Steps with an equal request are reused and not paid again; inputs that are not sent are those of that run."""
    answers: dict[str, NewPipelineRunAnswers] | None = None
    """Answers to questions, by the step that asks."""
    fresh: list[str] | None = None
    """Steps that are executed again although their results could be reused."""
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Refuses the run when its price can be higher."""
    estimate_id: Annotated[str | None, Field(alias='estimateId')] = None
    """Estimate of the same run; its version, prices and models apply, even if they have changed since."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    dry_run: Annotated[bool | None, Field(alias='dryRun')] = None
    """Returns 200 with the estimate and starts nothing."""


class ProviderKeys(Model):
    """Organization-provided keys, by provider slug. With such a key the provider bills you directly, and a generation costs one credit. A string sets or replaces a key, null removes it; omitted providers keep their key. Keys are stored encrypted and never returned."""

    black_forest_labs: Annotated[str | None, Field(alias='black-forest-labs')] = None
    openai: str | None = None
    google: str | None = None
    stability_ai: Annotated[str | None, Field(alias='stability-ai')] = None
    ideogram: str | None = None
    fal: str | None = None
    runway: str | None = None
    luma: str | None = None
    kling: str | None = None
    elevenlabs: str | None = None
    topaz_labs: Annotated[str | None, Field(alias='topaz-labs')] = None
    tripo: str | None = None
    sync_labs: Annotated[str | None, Field(alias='sync-labs')] = None
    recraft: str | None = None
    minimax: str | None = None
    deepgram: str | None = None


Role = TypeAliasType("Role", Literal['owner', 'admin', 'developer', 'viewer'])


class JobCompletedEventDataModel(Model):
    id: str
    provider: str


class JobCompletedEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class JobCompletedEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class WebhookOutput(Model):
    output_id: Annotated[str, Field(alias='outputId')]
    content_type: Annotated[str, Field(alias='contentType')]
    bytes: int
    sha256: str
    width: int | None = None
    height: int | None = None
    duration_seconds: Annotated[float | None, Field(alias='durationSeconds')] = None
    kept_until: Annotated[AwareDatetime, Field(alias='keptUntil')]
    """Time at which the file is deleted."""
    content: str
    """Permanent URL of the file while it is stored; requires a credential."""
    url: str | None = None
    """Signed URL that works without a credential until `expiresAt`. Created for each attempt, and omitted in the list of deliveries."""
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')] = None
    """Expiry of url."""


class JobFailedEventDataModel(Model):
    id: str
    provider: str


class JobFailedEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class JobFailedEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class JobFailedEventDataError(Model):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class JobFailedEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    model: JobFailedEventDataModel | None = None
    billing: JobFailedEventDataBilling
    metadata: dict[str, str]
    links: JobFailedEventDataLinks
    status: Literal['failed']
    error: JobFailedEventDataError


class JobFailedEvent(Model):
    type: Literal['job.failed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobFailedEventData


class JobCanceledEventDataModel(Model):
    id: str
    provider: str


class JobCanceledEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class JobCanceledEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class JobCanceledEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    model: JobCanceledEventDataModel | None = None
    billing: JobCanceledEventDataBilling
    metadata: dict[str, str]
    links: JobCanceledEventDataLinks
    status: Literal['canceled']


class JobCanceledEvent(Model):
    type: Literal['job.canceled']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobCanceledEventData


class JobNeedsInputEventDataModel(Model):
    id: str
    provider: str


class JobNeedsInputEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class JobNeedsInputEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class ShownValue(Model):
    """A file or another value that a question is about."""

    output_id: Annotated[str | None, Field(alias='outputId')] = None
    asset_id: Annotated[str | None, Field(alias='assetId')] = None
    content_type: Annotated[str | None, Field(alias='contentType')] = None
    """Of a file."""
    url: str | None = None
    """Signed URL of an output that is stored. Absent in lists and events."""
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')] = None
    """Expiry of url."""
    text: str | None = None
    """A value that is not a file."""


class AnswerRequest(Model):
    """Request that answers the question with this option."""

    method: Literal['POST']
    path: str
    body: dict[str, Any]
    missing: list[str] | None = None
    """JSON pointers of the fields to add to `body` before it is sent, such as `/prompt` or `/inputs/0/url` (or `assetId` in its place). Absent: send `body` as it is."""


class BatchCompletedEventDataCounts(Model):
    items: int
    completed: int
    failed: int
    canceled: int


class BatchCompletedEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class BatchCompletedEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class BatchCompletedEventData(Model):
    batch_id: Annotated[str, Field(alias='batchId')]
    name: str | None = None
    status: Literal['completed', 'canceled'] | OtherValue
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    counts: BatchCompletedEventDataCounts
    billing: BatchCompletedEventDataBilling
    metadata: dict[str, str]
    links: BatchCompletedEventDataLinks


class BatchCompletedEvent(Model):
    type: Literal['batch.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: BatchCompletedEventData


class PipelineRunCompletedEventDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class PipelineRunCompletedEventDataError(Model):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class PipelineRunCompletedEventDataQuestionOption(Model):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequest


class PipelineRunCompletedEventDataQuestion(Model):
    text: str
    show: list[ShownValue] | None = None
    """Files and values to show with the question."""
    options: list[PipelineRunCompletedEventDataQuestionOption]


class PipelineRunCompletedEventDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class RunCounts(Model):
    waiting: int
    running: int
    completed: int
    reused: int
    skipped: int
    failed: int
    canceled: int
    asked: int


class PipelineRunCallEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    step: str
    """Key of the step."""
    body: dict[str, Any]
    """The step's `body`."""


class PipelineRunCallEvent(Model):
    type: Literal['pipeline_run.call']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCallEventData


class CreditsLowEventData(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    available: int
    threshold: int
    """Threshold that the credits fell below."""


class CreditsLowEvent(Model):
    type: Literal['credits.low']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: CreditsLowEventData


class BudgetAlertEventData(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    period: str
    """Month (UTC)."""
    percent: int
    """Configured percentage that was reached."""
    budget: int
    spent: int


class BudgetAlertEvent(Model):
    type: Literal['budget.alert']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: BudgetAlertEventData


class KeyRotationDueEventData(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    key_id: Annotated[str, Field(alias='keyId')]
    name: str
    rotation_due_at: Annotated[AwareDatetime, Field(alias='rotationDueAt')]


class KeyRotationDueEvent(Model):
    type: Literal['key.rotation_due']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: KeyRotationDueEventData


class TestEventData(Model):
    webhook_id: Annotated[str, Field(alias='webhookId')]
    message: str


class TestEvent(Model):
    type: Literal['test']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: TestEventData


class PricedEstimatePrice(Model):
    """`maxCredits` equals `credits`: a charge never exceeds the hold. `minCredits` is the charge if the cheapest fallback model runs the job."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]
    credits: int
    """Credits that are held and charged."""


class PricedEstimateRouting(Model):
    strategy: str
    reason: str
    assumptions: list[str]


class PricedEstimateWarning(Model):
    code: Literal['model_deprecated', 'model_preview', 'model_on_trial', 'provider_not_configured', 'insufficient_credits', 'budget_exceeded', 'key_limit_reached'] | OtherValue
    message: str


class JobInput(Model):
    kind: Literal['image', 'video', 'audio', 'mask', 'model'] | OtherValue
    url: str | None = None
    asset_id: Annotated[str | None, Field(alias='assetId')] = None
    output_id: Annotated[str | None, Field(alias='outputId')] = None
    """Output of another step of the run."""
    output_of: Annotated[str | None, Field(alias='outputOf')] = None
    """Job of the conversation that made the file."""
    input_of: Annotated[str | None, Field(alias='inputOf')] = None
    """Job of the conversation with which the file was sent."""
    ordinal: int | None = None


class IntentAlternative(Model):
    capability: Capability | OtherValue
    confidence: float


class Reference(Model):
    """File of an earlier message of the conversation."""

    kind: ContentType | OtherValue
    output_of: Annotated[str | None, Field(alias='outputOf')] = None
    """Job that made the file."""
    input_of: Annotated[str | None, Field(alias='inputOf')] = None
    """Job with which the file was sent."""
    ordinal: int
    """Position among the outputs or inputs, from 0."""


class ModelReference(Model):
    id: str
    provider: str


class EstimateAlternative(Model):
    model: ModelReference
    credits: int
    expected_seconds: Annotated[float, Field(alias='expectedSeconds')]
    available: bool
    """True if the model can be used now."""
    setting: str | None = None
    """Variable that must be set to use the model."""


class UnclearEstimatePrice(Model):
    """Price range of the answers to the question; absent when none can be priced."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class UnclearEstimateWarning(Model):
    code: Literal['model_deprecated', 'model_preview', 'model_on_trial', 'provider_not_configured', 'insufficient_credits', 'budget_exceeded', 'key_limit_reached'] | OtherValue
    message: str


class PipelineRunEstimatePrice(Model):
    """Bounds of the price, without what is reused. `maxCredits` is held when the run is accepted."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class PipelineRunEstimateQuestion(Model):
    step: str
    question: str


class PipelineRunEstimateStepCount(Model):
    """Executions of the step."""

    min: int
    max: int


class PipelineRunEstimateStep(Model):
    step: str
    count: PipelineRunEstimateStepCount
    """Executions of the step."""
    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]
    model: ModelReference | None = None


class PipelineRunEstimateWarning(Model):
    pointer: str
    """Place in the definition; empty for the run."""
    code: str
    message: str


class PipelineRunEstimate(Model):
    outcome: Literal['priced']
    estimate_id: Annotated[str, Field(alias='estimateId')]
    """Send it with the same request to use these prices and models."""
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]
    """Expiry of estimateId."""
    version: int
    price: PipelineRunEstimatePrice
    """Bounds of the price, without what is reused. `maxCredits` is held when the run is accepted."""
    expected_seconds: Annotated[int, Field(alias='expectedSeconds')]
    """Usual duration of the longest chain of steps, without the time of people."""
    available_credits: Annotated[int, Field(alias='availableCredits')]
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


class JobProgress(Model):
    percent: int
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing', 'done'] | OtherValue
    eta_seconds: Annotated[int | None, Field(alias='etaSeconds')] = None


class JobSource(Model):
    kind: Literal['chat', 'generation', 'batch', 'pipeline'] | OtherValue
    message: str | None = None
    retry_of: Annotated[str | None, Field(alias='retryOf')] = None
    estimate_id: Annotated[str | None, Field(alias='estimateId')] = None
    """Estimate that fixed model and price."""
    batch_id: Annotated[str | None, Field(alias='batchId')] = None
    index: int | None = None
    """Zero-based index in the batch."""
    client_item_id: Annotated[str | None, Field(alias='clientItemId')] = None
    pipeline_id: Annotated[str | None, Field(alias='pipelineId')] = None
    """Pipeline of the run."""
    version: int | None = None
    run_id: Annotated[str | None, Field(alias='runId')] = None
    """Run to which the job of a step belongs."""
    step: str | None = None


MediaOperation = TypeAliasType("MediaOperation", Literal['trim', 'cut', 'reverse', 'fade', 'volume', 'rotate', 'stabilize', 'grade', 'speed', 'loudness', 'convert', 'concat', 'crop', 'resize', 'overlayText', 'overlay', 'mux', 'slideshow', 'mix', 'subtitles', 'frame', 'collage', 'turntable'])
"""Operation of a pipeline's `transform` step."""


class EngineDetails(Model):
    name: str
    tier: str | None = None
    limitation: str | None = None


class Attempt(Model):
    provider: str
    model: str
    own_key: Annotated[Literal[True] | None, Field(alias='ownKey')] = None
    """True if the organization-provided key was used."""
    outcome: Literal['prepared', 'sent', 'accepted', 'succeeded', 'failed', 'unknown', 'canceled'] | OtherValue
    code: str | None = None
    started_at: Annotated[AwareDatetime, Field(alias='startedAt')]
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None


class JobBilling(Model):
    estimated_credits: Annotated[int | None, Field(alias='estimatedCredits')] = None
    held_credits: Annotated[int, Field(alias='heldCredits')]
    captured_credits: Annotated[int, Field(alias='capturedCredits')]
    released_credits: Annotated[int, Field(alias='releasedCredits')]
    reason: str


class Output(Model):
    output_id: Annotated[str, Field(alias='outputId')]
    url: str
    """Signed URL: requires no credential, works until expiresAt and supports byte ranges."""
    content_type: Annotated[str, Field(alias='contentType')]
    bytes: int
    sha256: str
    width: int | None = None
    height: int | None = None
    duration_seconds: Annotated[float | None, Field(alias='durationSeconds')] = None
    text: str | None = None
    """Transcript or description."""
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]
    """Expiry of url."""
    kept_until: Annotated[AwareDatetime, Field(alias='keptUntil')]
    """Time at which the file is deleted."""


class RunStepError(Model):
    code: str
    message: str | None = None
    reason: str | None = None
    """Explanation by the provider."""
    step: str | None = None
    job_id: Annotated[str | None, Field(alias='jobId')] = None


class RunStepItems(Model):
    total: int
    completed: int
    failed: int


class RunStep(Model):
    step: str
    kind: str
    status: Literal['waiting', 'running', 'completed', 'reused', 'skipped', 'failed', 'canceled', 'asked'] | OtherValue
    attempt: int
    job_id: Annotated[str | None, Field(alias='jobId')] = None
    """Job of the last attempt."""
    credits: int | None = None
    error: RunStepError | None = None
    reason: str | None = None
    """Reason for which it was skipped."""
    items: RunStepItems | None = None


ErrorCode = TypeAliasType("ErrorCode", Literal['credential_missing', 'credential_malformed', 'api_key_unknown', 'api_key_expired', 'api_key_revoked', 'token_invalid', 'token_expired', 'session_ended', 'refresh_token_invalid', 'sign_in_failed', 'sign_in_limited', 'frontend_address_refused', 'sign_in_link_invalid', 'origin_refused', 'sign_in_method_unconfigured', 'sign_in_attempt_invalid', 'sign_in_denied', 'identity_unverifiable', 'identity_email_unverified', 'identity_provider_unavailable', 'credentials_conflict', 'account_suspended', 'account_closing', 'recent_sign_in_required', 'password_wrong', 'payment_overdue', 'permission_missing', 'session_required', 'address_not_allowed', 'outside_organization', 'rate_limited', 'mail_unreachable', 'mail_refused', 'email_unverified', 'mailed_token_invalid', 'registration_closed', 'body_malformed', 'body_too_large', 'content_type_unsupported', 'parameters_invalid', 'request_invalid', 'host_refused', 'route_not_found', 'method_not_allowed', 'idempotency_in_flight', 'idempotency_mismatch', 'precondition_failed', 'request_aborted', 'session_not_found', 'api_key_not_found', 'api_key_limit_reached', 'share_not_found', 'share_limit_reached', 'webhook_not_found', 'webhook_limit_reached', 'webhook_exists', 'webhook_disabled', 'webhook_for_jobs', 'delivery_not_found', 'delivery_data_deleted', 'organization_not_found', 'organization_limit', 'member_not_found', 'already_member', 'invitation_limit', 'invitations_limited', 'invitation_not_found', 'invitation_for_another', 'invitation_accepted', 'invitation_withdrawn', 'invitation_expired', 'invitation_void', 'last_owner', 'correction_too_large', 'user_not_found', 'self_change_refused', 'user_closed', 'organization_closed', 'budget_exceeded', 'key_limit_reached', 'streams_limited', 'job_not_found', 'batch_not_found', 'batch_already_final', 'output_not_found', 'output_expired', 'asset_not_found', 'asset_expired', 'asset_in_use', 'asset_invalid', 'asset_too_large', 'asset_limit_reached', 'callback_unknown', 'callback_signature_invalid', 'signature_invalid', 'range_not_satisfiable', 'pipeline_not_found', 'pipeline_version_not_found', 'pipeline_built_in', 'pipeline_archived', 'pipeline_limit_reached', 'run_limit_reached', 'conversation_not_found', 'model_not_found', 'provider_not_found', 'estimate_not_found', 'estimate_expired', 'estimate_mismatch', 'job_not_final', 'job_in_use', 'resume_mismatch', 'input_gone', 'job_already_final', 'provider_not_configured', 'provider_not_available', 'model_not_available', 'model_lacks_capability', 'no_model_available', 'parameter_not_supported', 'input_missing', 'input_invalid', 'input_too_large', 'input_address_refused', 'price_over_limit', 'insufficient_credits', 'intent_unsupported', 'provider_rate_limited', 'provider_overloaded', 'provider_unreachable', 'provider_outcome_unknown', 'submission_unknown', 'run_terminated', 'provider_rejected', 'content_refused', 'provider_credential_invalid', 'provider_balance_empty', 'own_key_unusable', 'own_key_balance_empty', 'own_key_lacks_model', 'own_key_rate_limited', 'provider_failed', 'call_failed', 'step_timed_out', 'run_stuck', 'run_timed_out', 'step_canceled', 'expression_failed', 'too_many_items', 'value_too_large', 'provider_timeout', 'provider_response_invalid', 'provider_result_expired', 'output_too_large', 'output_invalid', 'overloaded', 'unavailable', 'internal'])
"""Stable error code; use it in programs."""


class JobLinks(Model):
    self: str
    events: str
    outputs: str
    cancel: str
    retry: str


class ProblemError(Model):
    pointer: str
    """JSON pointer into the body, or query/name, path/name, header/name. Empty: the whole body."""
    code: str
    message: str


class Problem(Model):
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
    request_id: Annotated[str, Field(alias='requestId')]
    retryable: bool
    """True if the same request may succeed later without a change."""
    retry_after_seconds: Annotated[int | None, Field(alias='retryAfterSeconds')] = None
    errors: list[ProblemError]
    """All problems of an invalid request: at most 100, and at most 12 KiB."""
    details: dict[str, Any] | None = None


class ConversationLastJob(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    status: Literal['queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input'] | OtherValue


class Conversation(Model):
    conversation_id: Annotated[str, Field(alias='conversationId')]
    title: str | None = None
    """First message, shortened."""
    messages: int
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    last_message_at: Annotated[AwareDatetime | None, Field(alias='lastMessageAt')] = (
        None
    )
    last_job: Annotated[ConversationLastJob | None, Field(alias='lastJob')] = None


class MessageMessage(Model):
    text: str | None = None
    inputs: list[JobInput]
    """Files that the caller sent with the message."""


class MessageUnderstood(Model):
    """Absent until the message has been read."""

    act: Literal['answer', 'repeat', 'adjust', 'edit', 'convert', 'keep', 'new'] | OtherValue
    refers_to: Annotated[list[Reference], Field(alias='refersTo')]
    assumptions: list[str]


class RunStepChangeError(Model):
    code: str
    message: str | None = None
    reason: str | None = None
    """Explanation by the provider."""
    step: str | None = None
    job_id: Annotated[str | None, Field(alias='jobId')] = None


class RunStepChange(Model):
    step: str
    """Path of the step, such as `voice`; `shots[2].take` within an item of a map."""
    kind: str | None = None
    """Kind of the step; `item` for an item of a map."""
    status: Literal['waiting', 'running', 'completed', 'reused', 'skipped', 'failed', 'canceled', 'asked'] | OtherValue
    attempt: int
    job_id: Annotated[str | None, Field(alias='jobId')] = None
    """Job of the last attempt."""
    credits: int | None = None
    """Price that is held while the step runs, and charged once it has completed."""
    error: RunStepChangeError | None = None
    reason: str | None = None
    """Reason for which it was skipped."""
    model: ModelReference | None = None


class BatchLinks(Model):
    self: str
    jobs: str
    cancel: str


BatchStatus = TypeAliasType("BatchStatus", Literal['processing', 'canceling', 'completed', 'canceled'])
"""completed: every item has ended, with any status. canceled: every item has ended, and at least one was canceled."""


class BatchProgress(Model):
    percent: int
    """Number of items that have ended."""


class BatchCounts(Model):
    items: int
    queued: int
    processing: int
    canceling: int
    completed: int
    failed: int
    canceled: int


class BatchBilling(Model):
    budget: int | None = None
    estimated_credits: Annotated[int, Field(alias='estimatedCredits')]
    """Credits held at acceptance."""
    held_credits: Annotated[int, Field(alias='heldCredits')]
    """Credits held for items that have not ended."""
    captured_credits: Annotated[int, Field(alias='capturedCredits')]
    """Credits charged for completed items."""
    released_credits: Annotated[int, Field(alias='releasedCredits')]
    """Credits released from the hold."""


class BatchViewLinks(Model):
    self: str
    jobs: str
    cancel: str


class AssetSource(Model):
    kind: Literal['upload', 'address', 'output'] | OtherValue
    output_id: Annotated[str | None, Field(alias='outputId')] = None


class Asset(Model):
    asset_id: Annotated[str, Field(alias='assetId')]
    kind: ContentType | OtherValue
    name: str | None = None
    content_type: Annotated[str, Field(alias='contentType')]
    """Media type, detected from the bytes."""
    bytes: int
    duration_seconds: Annotated[float | None, Field(alias='durationSeconds')] = None
    """Duration of a video or an audio file, if the file declares it. Limits and prices of jobs depend on it."""
    width: int | None = None
    """Of an image, in pixels."""
    height: int | None = None
    """Of an image, in pixels."""
    frames_per_second: Annotated[float | None, Field(alias='framesPerSecond')] = None
    """Of a video, if readable. Models that bill each frame are priced by it."""
    sha256: str
    source: AssetSource
    url: str
    """Signed URL; requires no credential."""
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]
    """Expiry of `url`; each request returns a new URL."""
    kept_until: Annotated[AwareDatetime, Field(alias='keptUntil')]
    """Time at which the asset is deleted, unless a job uses it before."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class WebhookDisabled(Model):
    """Present while the webhook is disabled."""

    at: AwareDatetime
    reason: Literal['owner', 'failing', 'gone', 'member_left'] | OtherValue


class WebhookFailureStreak(Model):
    """Failed attempts since the last success."""

    count: int
    since: AwareDatetime | None = None


class WebhookRotation(Model):
    """Present while the previous secret also signs."""

    previous_valid_until: Annotated[AwareDatetime, Field(alias='previousValidUntil')]


class Webhook(Model):
    webhook_id: Annotated[str, Field(alias='webhookId')]
    url: str | None
    """Null: the webhook signs for the webhook URLs of jobs (`webhookUrl`)."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None
    """Event types that are sent. Null: all types."""
    enabled: bool
    disabled: WebhookDisabled | None = None
    """Present while the webhook is disabled."""
    failure_streak: Annotated[WebhookFailureStreak, Field(alias='failureStreak')]
    """Failed attempts since the last success."""
    rotation: WebhookRotation | None = None
    """Present while the previous secret also signs."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str, Field(alias='createdBy')]
    url_set_by: Annotated[str | None, Field(alias='urlSetBy')]
    """User who set the URL. The webhook is disabled when this user leaves the organization."""
    url_set_with_key: Annotated[str | None, Field(alias='urlSetWithKey')]
    """API key that set the URL; null if a person set it with an access token. If the key leaked, check the URL."""


class WebhookWithSecretDisabled(Model):
    """Present while the webhook is disabled."""

    at: AwareDatetime
    reason: Literal['owner', 'failing', 'gone', 'member_left'] | OtherValue


class WebhookWithSecretFailureStreak(Model):
    """Failed attempts since the last success."""

    count: int
    since: AwareDatetime | None = None


class WebhookWithSecretRotation(Model):
    """Present while the previous secret also signs."""

    previous_valid_until: Annotated[AwareDatetime, Field(alias='previousValidUntil')]


class WebhookWithSecret(Model):
    webhook_id: Annotated[str, Field(alias='webhookId')]
    url: str | None
    """Null: the webhook signs for the webhook URLs of jobs (`webhookUrl`)."""
    events: list[Literal['job.completed', 'job.failed', 'job.canceled', 'job.needs_input', 'batch.completed', 'pipeline_run.completed', 'pipeline_run.call', 'credits.low', 'budget.alert', 'key.rotation_due'] | OtherValue] | None
    """Event types that are sent. Null: all types."""
    enabled: bool
    disabled: WebhookWithSecretDisabled | None = None
    """Present while the webhook is disabled."""
    failure_streak: Annotated[
        WebhookWithSecretFailureStreak, Field(alias='failureStreak')
    ]
    """Failed attempts since the last success."""
    rotation: WebhookWithSecretRotation | None = None
    """Present while the previous secret also signs."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str, Field(alias='createdBy')]
    url_set_by: Annotated[str | None, Field(alias='urlSetBy')]
    """User who set the URL. The webhook is disabled when this user leaves the organization."""
    url_set_with_key: Annotated[str | None, Field(alias='urlSetWithKey')]
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


class WebhookAttemptRequest(Model):
    url: str
    headers: dict[str, str]
    """All headers except the signature, which is not stored."""


class WebhookAttemptResponse(Model):
    status: int
    body: str
    """First 2,048 bytes of the response, as text."""


class WebhookAttemptError(Model):
    """Reason of the failure."""

    code: Literal['interrupted', 'address_refused', 'name_unknown', 'unreachable', 'certificate_invalid', 'timed_out', 'redirected', 'gone', 'refused'] | OtherValue
    message: str


class WebhookAttempt(Model):
    number: int
    """Number of the attempt within the delivery."""
    started_at: Annotated[AwareDatetime, Field(alias='startedAt')]
    duration_ms: Annotated[int | None, Field(alias='durationMs')] = None
    """Absent while the attempt is in progress."""
    request: WebhookAttemptRequest
    response: WebhookAttemptResponse | None = None
    error: WebhookAttemptError | None = None
    """Reason of the failure."""


class PipelineMissingItem(Model):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelinePrice(Model):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class Pipeline(Model):
    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    name: str
    description: str | None
    built_in: Annotated[bool, Field(alias='builtIn')]
    """True: every organization can run it, none can change it."""
    latest_version: Annotated[int, Field(alias='latestVersion')]
    archived_at: Annotated[AwareDatetime | None, Field(alias='archivedAt')] = None
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str | None, Field(alias='createdBy')]
    updated_at: Annotated[AwareDatetime, Field(alias='updatedAt')]
    runnable: bool
    """True if a model is available for every step."""
    missing: list[PipelineMissingItem]
    """Capabilities and media operations without a model, and the settings that would provide one."""
    price: PipelinePrice
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""


class PipelineCheckMissingItem(Model):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelineCheckPrice(Model):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class PipelineCheckWarning(Model):
    pointer: str
    """JSON pointer into the definition."""
    code: str
    message: str


class PipelineCheck(Model):
    input_schema: Annotated[dict[str, Any], Field(alias='inputSchema')]
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


class PipelineWithDefinitionMissingItem(Model):
    capability: Capability | OtherValue | None = None
    operation: MediaOperation | OtherValue | None = None
    settings: list[str]


class PipelineWithDefinitionPrice(Model):
    """Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class PipelineWithDefinitionWarning(Model):
    pointer: str
    """JSON pointer into the definition."""
    code: str
    message: str


class PipelineVersionChange(Model):
    step: str
    change: Literal['added', 'removed', 'changed'] | OtherValue


class PipelineVersion(Model):
    version: int
    note: str | None
    definition_hash: Annotated[str, Field(alias='definitionHash')]
    """SHA-256; equal for equal definitions."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str | None, Field(alias='createdBy')]
    changes: list[PipelineVersionChange]
    """Steps that differ from the version before; empty for version 1."""


class ModelCredits(Model):
    """Credits per generation."""

    typical: int
    min: int
    max: int
    per: str
    """Unit of the typical price."""


class ModelModel(Model):
    id: str
    display_name: Annotated[str, Field(alias='displayName')]
    provider: str
    """Provider slug."""
    provider_name: Annotated[str, Field(alias='providerName')]
    description: str
    content_type: Annotated[ContentType | OtherValue, Field(alias='contentType')]
    capabilities: list[Capability | OtherValue]
    credits: ModelCredits
    """Credits per generation."""
    own_key: Annotated[Literal[True] | None, Field(alias='ownKey')] = None
    """True if the organization-provided key is used: the provider bills you directly, and a generation costs one credit."""
    status: Literal['active', 'preview', 'deprecated', 'retired', 'disabled'] | OtherValue
    available: bool
    unavailable_reason: Annotated[str | None, Field(alias='unavailableReason')] = None
    retires_on: Annotated[str | None, Field(alias='retiresOn')] = None
    replaced_by: Annotated[str | None, Field(alias='replacedBy')] = None
    typical_seconds: Annotated[int, Field(alias='typicalSeconds')]
    """Duration of a typical generation, in seconds."""
    measured_seconds: Annotated[float | None, Field(alias='measuredSeconds')] = None
    """Median seconds of the latest generations; absent for too small a sample."""
    limits: dict[str, Any]
    """Parameter limits, by the common field name or the provider's name."""


class ModelSchema(Model):
    model: str
    input: dict[str, Any]
    """JSON Schema, draft 2020-12."""
    output: dict[str, Any]
    """JSON Schema, draft 2020-12."""


class CapabilityEntry(Model):
    capability: Capability | OtherValue
    title: str
    content_type: Annotated[ContentType | OtherValue, Field(alias='contentType')]
    needs_prompt: Annotated[bool, Field(alias='needsPrompt')]
    inputs: list[list[Literal['image', 'video', 'audio', 'mask'] | OtherValue]]
    """Accepted sets of inputs."""
    models: int
    """Number of models with this capability."""
    models_available: Annotated[int, Field(alias='modelsAvailable')]
    """Number of these models that are available now."""


class ContentTypeEntry(Model):
    content_type: Annotated[ContentType | OtherValue, Field(alias='contentType')]
    title: Literal['Image', 'Video', 'Audio', '3D'] | OtherValue
    capabilities: list[Capability | OtherValue]
    formats: list[str]
    """Media types of outputs."""
    input_bytes_max: Annotated[int, Field(alias='inputBytesMax')]
    models: int
    models_available: Annotated[int, Field(alias='modelsAvailable')]


class ProviderPricing(Model):
    """Credits per generation, from the cheapest to the most expensive model."""

    min_credits: Annotated[int, Field(alias='minCredits')]
    max_credits: Annotated[int, Field(alias='maxCredits')]


class Provider(Model):
    slug: str
    name: str
    description: str
    status: Literal['Active', 'Degraded', 'Unavailable', 'Disabled'] | OtherValue
    models_available: Annotated[int, Field(alias='modelsAvailable')]
    content_types: Annotated[
        list[Literal['Image', 'Video', 'Audio', '3D'] | OtherValue],
        Field(alias='contentTypes'),
    ]
    pricing: ProviderPricing
    """Credits per generation, from the cheapest to the most expensive model."""
    capabilities: list[str]
    configured: bool
    """True if this installation or your organization has a key for the provider."""
    own_key: Annotated[Literal[True] | None, Field(alias='ownKey')] = None
    """True if the organization-provided key is used: the provider bills you directly, and a generation costs one credit."""
    setting: str | None = None
    """Variable that configures the provider."""


class ProviderHealthModel(Model):
    model: str
    circuit: Literal['closed', 'open', 'half_open'] | OtherValue
    retry_at: Annotated[AwareDatetime | None, Field(alias='retryAt')] = None
    """Time of the first trial request after the circuit opened."""


class ProviderHealthLatencyMs(Model):
    p50: int | None
    p95: int | None


class ProviderHealthWindow(Model):
    minutes: int
    generations: int


class ProviderHealthLastError(Model):
    """Last error of a request or probe that the provider caused."""

    code: str
    at: AwareDatetime


class ProviderHealth(Model):
    provider: str
    status: Literal['healthy', 'degraded', 'unavailable', 'unconfigured', 'disabled'] | OtherValue
    circuit: Literal['closed', 'open', 'half_open'] | OtherValue
    retry_at: Annotated[AwareDatetime | None, Field(alias='retryAt')] = None
    """Time of the first trial request after the circuit opened."""
    models: list[ProviderHealthModel]
    """Models with their own circuit that is open or half open."""
    success_rate: Annotated[float | None, Field(alias='successRate')]
    """Success rate of the generations in the window; null without generations."""
    latency_ms: Annotated[ProviderHealthLatencyMs, Field(alias='latencyMs')]
    checked_at: Annotated[AwareDatetime | None, Field(alias='checkedAt')]
    window: ProviderHealthWindow
    last_error: Annotated[ProviderHealthLastError | None, Field(alias='lastError')] = (
        None
    )
    """Last error of a request or probe that the provider caused."""


class ApiKeyRotation(Model):
    """Present while the previous value still works."""

    previous_valid_until: Annotated[AwareDatetime, Field(alias='previousValidUntil')]


class ApiKey(Model):
    key_id: Annotated[str, Field(alias='keyId')]
    name: str
    prefix: str
    """First characters of the value."""
    last4: str
    """Last four characters of the value."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue] | None
    credit_limit: Annotated[int | None, Field(alias='creditLimit')]
    credits_spent: Annotated[int, Field(alias='creditsSpent')]
    """In the current calendar month (UTC)."""
    allowed_ips: Annotated[list[str] | None, Field(alias='allowedIps')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str, Field(alias='createdBy')]
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')]
    last_used_at: Annotated[AwareDatetime | None, Field(alias='lastUsedAt')]
    """Time of the last use; lags a few seconds."""
    rotation: ApiKeyRotation | None = None
    """Present while the previous value still works."""
    rotation_due_at: Annotated[AwareDatetime, Field(alias='rotationDueAt')]
    status: Literal['active', 'expired', 'revoked'] | OtherValue


class ApiKeyWithValueRotation(Model):
    """Present while the previous value still works."""

    previous_valid_until: Annotated[AwareDatetime, Field(alias='previousValidUntil')]


class ApiKeyWithValue(Model):
    key_id: Annotated[str, Field(alias='keyId')]
    name: str
    prefix: str
    """First characters of the value."""
    last4: str
    """Last four characters of the value."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue] | None
    credit_limit: Annotated[int | None, Field(alias='creditLimit')]
    credits_spent: Annotated[int, Field(alias='creditsSpent')]
    """In the current calendar month (UTC)."""
    allowed_ips: Annotated[list[str] | None, Field(alias='allowedIps')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str, Field(alias='createdBy')]
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')]
    last_used_at: Annotated[AwareDatetime | None, Field(alias='lastUsedAt')]
    """Time of the last use; lags a few seconds."""
    rotation: ApiKeyWithValueRotation | None = None
    """Present while the previous value still works."""
    rotation_due_at: Annotated[AwareDatetime, Field(alias='rotationDueAt')]
    status: Literal['active', 'expired', 'revoked'] | OtherValue
    key: str
    """The key's value, returned only once."""


class Organization(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Annotated[
        Literal['current', 'overdue'] | OtherValue, Field(alias='paymentStatus')
    ]
    role: Role | OtherValue | None
    """Role of the caller; null for an operator who is not a member."""
    requests_per_hour: Annotated[int, Field(alias='requestsPerHour')]
    credits_per_month: Annotated[int, Field(alias='creditsPerMonth')]
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: Annotated[list[int], Field(alias='alertPercents')]
    low_credits: Annotated[int, Field(alias='lowCredits')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class OrganizationDetailsProviderKey(Model):
    provider: str
    last4: str | None
    """Last four characters, for a key of at least 16 characters."""
    set_at: Annotated[AwareDatetime, Field(alias='setAt')]
    set_by: Annotated[str, Field(alias='setBy')]
    """User who set the key."""


class OrganizationDetails(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Annotated[
        Literal['current', 'overdue'] | OtherValue, Field(alias='paymentStatus')
    ]
    role: Role | OtherValue | None
    """Role of the caller; null for an operator who is not a member."""
    requests_per_hour: Annotated[int, Field(alias='requestsPerHour')]
    credits_per_month: Annotated[int, Field(alias='creditsPerMonth')]
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: Annotated[list[int], Field(alias='alertPercents')]
    low_credits: Annotated[int, Field(alias='lowCredits')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    provider_keys: Annotated[
        list[OrganizationDetailsProviderKey], Field(alias='providerKeys')
    ]
    """Providers with an organization-provided key."""


class ListedMember(Model):
    user_id: Annotated[str, Field(alias='userId')]
    email: str
    display_name: Annotated[str | None, Field(alias='displayName')]
    role: Role | OtherValue
    joined_at: Annotated[AwareDatetime, Field(alias='joinedAt')]
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class Member(Model):
    user_id: Annotated[str, Field(alias='userId')]
    email: str
    display_name: Annotated[str | None, Field(alias='displayName')]
    role: Role | OtherValue
    joined_at: Annotated[AwareDatetime, Field(alias='joinedAt')]


class Invitation(Model):
    invitation_id: Annotated[str, Field(alias='invitationId')]
    organization_id: Annotated[str, Field(alias='organizationId')]
    email: str
    role: Role | OtherValue
    invited_by: Annotated[str, Field(alias='invitedBy')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]


class RolePermissions(Model):
    role: Role | OtherValue
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue]


class AccountOrganization(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    payment_status: Annotated[
        Literal['current', 'overdue'] | OtherValue, Field(alias='paymentStatus')
    ]
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue


class AccountSignInMethod(Model):
    method: Literal['password', 'google', 'github'] | OtherValue
    email: str


class Account(Model):
    account_id: Annotated[str, Field(alias='accountId')]
    email: str
    display_name: Annotated[str | None, Field(alias='displayName')]
    email_verified: Annotated[bool, Field(alias='emailVerified')]
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    closes_at: Annotated[AwareDatetime | None, Field(alias='closesAt')]
    """Time at which the data of a closing account is erased."""
    organization: AccountOrganization
    sign_in_methods: Annotated[list[AccountSignInMethod], Field(alias='signInMethods')]
    """Sign-in methods, each with its email address."""
    permissions: list[Literal['models:read', 'generations:create', 'jobs:read', 'jobs:write', 'chat:read', 'chat:write', 'pipelines:read', 'pipelines:write', 'assets:read', 'assets:write', 'keys:read', 'keys:manage', 'org:read', 'org:manage', 'members:manage', 'billing:read', 'webhooks:read', 'webhooks:write', 'audit:read', 'admin:users', 'admin:orgs', 'admin:providers', 'admin:credits', 'admin:metrics'] | OtherValue]
    """Current permissions of this credential."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class ClosingAccount(Model):
    status: Literal['closing']
    closes_at: Annotated[AwareDatetime, Field(alias='closesAt')]


class Session(Model):
    session_id: Annotated[str, Field(alias='sessionId')]
    current: bool
    """True for the session of this request."""
    organization_id: Annotated[str, Field(alias='organizationId')]
    """Organization of the session's next tokens."""
    method: Literal['password', 'google', 'github', 'link'] | OtherValue
    address: str | None
    """IP address from which the session was started."""
    user_agent: Annotated[str | None, Field(alias='userAgent')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    last_used_at: Annotated[AwareDatetime, Field(alias='lastUsedAt')]
    """Time of the last token refresh."""
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]


class CreditsExpiringItem(Model):
    credits: int
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]


class CreditsBudget(Model):
    credits: int | None
    """Credits per month. Null: unlimited."""
    spent: int
    """Credits charged, or held by running jobs, in this period."""
    alert_percents: Annotated[list[int], Field(alias='alertPercents')]
    alerts_raised: Annotated[list[int], Field(alias='alertsRaised')]
    """Alert percentages reached in this period."""


class Credits(Model):
    available: int
    """Credits that can be spent."""
    held: int
    """Credits held for running jobs."""
    granted: int
    """Credits granted by the plan and by operators since the period began."""
    period_start: Annotated[AwareDatetime, Field(alias='periodStart')]
    period_end: Annotated[AwareDatetime, Field(alias='periodEnd')]
    expiring: list[CreditsExpiringItem]
    """Credits that expire, soonest first; they are used first."""
    budget: CreditsBudget


class CreditEntry(Model):
    """A ledger entry, which moves credits between accounts of the ledger."""

    entry_id: Annotated[str, Field(alias='entryId')]
    kind: Literal['grant', 'hold', 'capture', 'release', 'expire', 'correction'] | OtherValue
    amount: int
    from_: Annotated[
        Literal['issued', 'available', 'held', 'spent'] | OtherValue,
        Field(alias='from'),
    ]
    to: Literal['issued', 'available', 'held', 'spent'] | OtherValue
    job_id: Annotated[str | None, Field(alias='jobId')]
    period: str | None
    """Month of a monthly grant."""
    reason: str | None
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')]
    """Time at which the rest of a grant expires; null: never."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class UsageDatum(Model):
    name: str
    """Day, or id of the model, key or member; empty if not applicable."""
    requests: int
    jobs: int
    credits: int
    """Charged."""


class Usage(Model):
    from_: Annotated[str, Field(alias='from')]
    to: str
    by: Literal['day', 'model', 'key', 'member'] | OtherValue
    data: list[UsageDatum]


class AuditEntryActor(Model):
    account_id: Annotated[str | None, Field(alias='accountId')]
    api_key_id: Annotated[str | None, Field(alias='apiKeyId')]


class AuditEntryTarget(Model):
    type: str | None
    id: str | None


class AuditEntry(Model):
    """An audit log entry: actor, action, time and origin. Contains no secrets."""

    entry_id: Annotated[str, Field(alias='entryId')]
    action: str
    actor: AuditEntryActor
    target: AuditEntryTarget
    address: str | None
    user_agent: Annotated[str | None, Field(alias='userAgent')]
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class ListedUserOrganization(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    spent_credits: Annotated[int, Field(alias='spentCredits')]
    """In the current calendar month (UTC)."""


class ListedUser(Model):
    user_id: Annotated[str, Field(alias='userId')]
    email: str
    display_name: Annotated[str | None, Field(alias='displayName')]
    email_verified: Annotated[bool, Field(alias='emailVerified')]
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    status_reason: Annotated[str | None, Field(alias='statusReason')]
    """Reason of the suspension."""
    is_operator: Annotated[bool, Field(alias='isOperator')]
    organizations: list[ListedUserOrganization]
    """First twenty organizations that the person joined."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class UserOrganization(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    role: Literal['owner', 'admin', 'developer', 'viewer'] | OtherValue
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    spent_credits: Annotated[int, Field(alias='spentCredits')]
    """In the current calendar month (UTC)."""


class User(Model):
    user_id: Annotated[str, Field(alias='userId')]
    email: str
    display_name: Annotated[str | None, Field(alias='displayName')]
    email_verified: Annotated[bool, Field(alias='emailVerified')]
    status: Literal['active', 'suspended', 'closing', 'closed'] | OtherValue
    status_reason: Annotated[str | None, Field(alias='statusReason')]
    """Reason of the suspension."""
    is_operator: Annotated[bool, Field(alias='isOperator')]
    organizations: list[UserOrganization]
    """First twenty organizations that the person joined."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class AdminOrganizationAgreed(Model):
    """Terms agreed in addition to the plan; null: the plan's value."""

    requests_per_hour: Annotated[int | None, Field(alias='requestsPerHour')]
    credits_per_month: Annotated[int | None, Field(alias='creditsPerMonth')]
    retention_days: Annotated[int | None, Field(alias='retentionDays')]


class AdminOrganization(Model):
    organization_id: Annotated[str, Field(alias='organizationId')]
    name: str
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    status: Literal['active', 'suspended', 'closed'] | OtherValue
    payment_status: Annotated[
        Literal['current', 'overdue'] | OtherValue, Field(alias='paymentStatus')
    ]
    requests_per_hour: Annotated[int, Field(alias='requestsPerHour')]
    credits_per_month: Annotated[int, Field(alias='creditsPerMonth')]
    budget: int | None
    spent: int
    """Credits spent of the budget in the current calendar month (UTC)."""
    alert_percents: Annotated[list[int], Field(alias='alertPercents')]
    low_credits: Annotated[int, Field(alias='lowCredits')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    status_reason: Annotated[str | None, Field(alias='statusReason')]
    """Reason of the suspension."""
    agreed: AdminOrganizationAgreed
    """Terms agreed in addition to the plan; null: the plan's value."""


class ListedAdminProviderConcurrency(Model):
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""

    known: int | None
    limit: int | None


class ListedAdminProviderModel(Model):
    model_id: Annotated[str, Field(alias='modelId')]
    enabled: bool
    circuit_force: Annotated[
        Literal['auto', 'open', 'closed'] | OtherValue, Field(alias='circuitForce')
    ]


class ListedAdminProviderTransition(Model):
    at: AwareDatetime
    model: str | None
    """Null: the whole provider."""
    from_: Annotated[
        Literal['closed', 'open', 'half_open'] | OtherValue, Field(alias='from')
    ]
    to: Literal['closed', 'open', 'half_open'] | OtherValue
    cause: str
    """An error code, or trial, probe or operator."""


class ListedAdminProviderChange(Model):
    at: AwareDatetime
    account_id: Annotated[str | None, Field(alias='accountId')]
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class ListedAdminProvider(Model):
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
    circuit_force: Annotated[
        Literal['auto', 'open', 'closed'] | OtherValue, Field(alias='circuitForce')
    ]
    models: list[ListedAdminProviderModel]
    running: int
    """Requests that may be running at the provider."""
    health: ProviderHealth
    transitions: list[ListedAdminProviderTransition]
    """Latest twenty circuit transitions, newest first."""
    changes: list[ListedAdminProviderChange]
    """Latest twenty changes by operators, newest first."""
    etag: str
    """ETag of this version. Send it unchanged in If-Match to prevent lost updates."""


class AdminProviderConcurrency(Model):
    """Maximum concurrent requests per key: the catalog's value and the operator's override."""

    known: int | None
    limit: int | None


class AdminProviderModel(Model):
    model_id: Annotated[str, Field(alias='modelId')]
    enabled: bool
    circuit_force: Annotated[
        Literal['auto', 'open', 'closed'] | OtherValue, Field(alias='circuitForce')
    ]


class AdminProviderTransition(Model):
    at: AwareDatetime
    model: str | None
    """Null: the whole provider."""
    from_: Annotated[
        Literal['closed', 'open', 'half_open'] | OtherValue, Field(alias='from')
    ]
    to: Literal['closed', 'open', 'half_open'] | OtherValue
    cause: str
    """An error code, or trial, probe or operator."""


class AdminProviderChange(Model):
    at: AwareDatetime
    account_id: Annotated[str | None, Field(alias='accountId')]
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class AdminProvider(Model):
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
    circuit_force: Annotated[
        Literal['auto', 'open', 'closed'] | OtherValue, Field(alias='circuitForce')
    ]
    models: list[AdminProviderModel]
    running: int
    """Requests that may be running at the provider."""
    health: ProviderHealth
    transitions: list[AdminProviderTransition]
    """Latest twenty circuit transitions, newest first."""
    changes: list[AdminProviderChange]
    """Latest twenty changes by operators, newest first."""


class Grant(Model):
    entry_id: Annotated[str, Field(alias='entryId')]
    """Id of the ledger entry."""
    organization_id: Annotated[str, Field(alias='organizationId')]
    credits: int
    reason: str
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')]
    available: int
    """Available credits of the organization afterwards."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class PlanAssets(Model):
    """Limits of assets: bytes of one asset, bytes in total, and number of assets."""

    file_bytes_max: Annotated[int, Field(alias='fileBytesMax')]
    bytes_max: Annotated[int, Field(alias='bytesMax')]
    count_max: Annotated[int, Field(alias='countMax')]


class Plan(Model):
    plan: Literal['free', 'pro', 'team', 'enterprise'] | OtherValue
    name: str
    requests_per_hour: Annotated[int, Field(alias='requestsPerHour')]
    """Hourly request limit of each API key and of each person."""
    organization_requests_per_hour: Annotated[
        int, Field(alias='organizationRequestsPerHour')
    ]
    """Hourly request limit of all API keys of an organization together."""
    api_keys_max: Annotated[int, Field(alias='apiKeysMax')]
    """Maximum number of active API keys of an organization."""
    open_runs_max: Annotated[int, Field(alias='openRunsMax')]
    """Maximum number of runs of pipelines that have not ended."""
    credits_per_month: Annotated[int | None, Field(alias='creditsPerMonth')]
    """Null: agreed individually."""
    retention_days: Annotated[int, Field(alias='retentionDays')]
    """Retention of outputs and assets, in days."""
    assets: PlanAssets
    """Limits of assets: bytes of one asset, bytes in total, and number of assets."""
    current: bool
    """True for the plan of the caller."""


class RateLimit(Model):
    subject: Literal['api_key', 'account', 'session', 'organization', 'unchanged'] | OtherValue
    window: Literal['hour']
    limit: int
    used: int
    remaining: int
    resets_at: Annotated[AwareDatetime, Field(alias='resetsAt')]


class Liveness(Model):
    status: Literal['ok']


class ReadinessCheck(Model):
    name: str
    status: Literal['ok', 'failed'] | OtherValue
    optional: bool


class Readiness(Model):
    status: Literal['ready', 'degraded'] | OtherValue
    checks: list[ReadinessCheck]


class StatusUptime(Model):
    """Minutes in which at least one API process was ready."""

    days: int
    since: AwareDatetime | None
    """First recorded minute within these days."""
    percent: float | None
    """Null without records. Rounded down to three digits."""


class StatusComponent(Model):
    name: str
    status: Literal['operational', 'down'] | OtherValue
    optional: bool
    uptime_percent: Annotated[float | None, Field(alias='uptimePercent')]
    """Null without records. Rounded down to three digits."""


class StatusProviders(Model):
    """Number of providers by state."""

    healthy: int
    degraded: int
    unavailable: int
    unconfigured: int
    disabled: int


class Status(Model):
    status: Literal['operational', 'degraded', 'down'] | OtherValue
    version: str
    """Version of this API."""
    build: str | None
    """Deployed build, if the operator sets it."""
    uptime: StatusUptime
    """Minutes in which at least one API process was ready."""
    components: list[StatusComponent]
    providers: StatusProviders
    """Number of providers by state."""
    checked_at: Annotated[AwareDatetime, Field(alias='checkedAt')]


class Registered(Model):
    status: Literal['verification_pending']


class EmailVerified(Model):
    status: Literal['verified']


class Tokens(Model):
    access_token: Annotated[str, Field(alias='accessToken')]
    """A JWT. Send it as Authorization: Bearer <token>."""
    token_type: Annotated[Literal['Bearer'], Field(alias='tokenType')]
    expires_in: Annotated[int, Field(alias='expiresIn')]
    """Lifetime of the access token, in seconds."""
    refresh_token: Annotated[str | None, Field(alias='refreshToken')] = None
    """Single-use token that is exchanged for new tokens. Absent when it is kept in a cookie."""
    binding: str | None = None
    """Second half of a new session that is kept in a cookie. Send it in `X-Session-Binding` to refresh and to sign out. Returned once."""
    refresh_expires_in: Annotated[int, Field(alias='refreshExpiresIn')]
    """Lifetime of the refresh token, in seconds."""


class PasswordResetRequested(Model):
    status: Literal['accepted']


class PasswordReset(Model):
    status: Literal['password_changed']
    session: Tokens | None = None
    """New session, with `keep`."""


class ShownValueOutput(Model):
    """A file or another value that a question is about."""

    output_id: Annotated[str | None, Field(alias='outputId')] = None
    asset_id: Annotated[str | None, Field(alias='assetId')] = None
    content_type: Annotated[str | None, Field(alias='contentType')] = None
    """Of a file."""
    url: str | None = None
    """Signed URL of an output that is stored. Absent in lists and events."""
    expires_at: Annotated[AwareDatetime | None, Field(alias='expiresAt')] = None
    """Expiry of url."""
    text: str | None = None
    """A value that is not a file."""


class AnswerRequestOutput(Model):
    """Request that answers the question with this option."""

    method: Literal['POST']
    path: str
    body: dict[str, Any]
    missing: list[str] | None = None
    """JSON pointers of the fields to add to `body` before it is sent, such as `/prompt` or `/inputs/0/url` (or `assetId` in its place). Absent: send `body` as it is."""


class RunCountsOutput(Model):
    waiting: int
    running: int
    completed: int
    reused: int
    skipped: int
    failed: int
    canceled: int
    asked: int


class JobNeedsInputEventOutputDataModel(Model):
    id: str
    provider: str


class JobNeedsInputEventOutputDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class JobNeedsInputEventOutputDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class JobNeedsInputEventOutputDataQuestionOption(Model):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequestOutput


class JobNeedsInputEventOutputDataQuestion(Model):
    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[JobNeedsInputEventOutputDataQuestionOption]


class JobNeedsInputEventOutputData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    model: JobNeedsInputEventOutputDataModel | None = None
    billing: JobNeedsInputEventOutputDataBilling
    metadata: dict[str, str]
    links: JobNeedsInputEventOutputDataLinks
    status: Literal['needs_input']
    question: JobNeedsInputEventOutputDataQuestion


class JobNeedsInputEventOutput(Model):
    type: Literal['job.needs_input']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobNeedsInputEventOutputData


class PipelineRunCompletedEventOutputDataBilling(Model):
    captured_credits: Annotated[int, Field(alias='capturedCredits')]


class PipelineRunCompletedEventOutputDataError(Model):
    code: str
    """Error code of the job; see the error reference."""
    message: str


class PipelineRunCompletedEventOutputDataQuestionOption(Model):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequestOutput


class PipelineRunCompletedEventOutputDataQuestion(Model):
    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[PipelineRunCompletedEventOutputDataQuestionOption]


class PipelineRunCompletedEventOutputDataLinks(Model):
    self: str
    """URL of the resource; requires a credential."""


class PipelineRunCompletedEventOutputData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    version: int
    resume_of: Annotated[str | None, Field(alias='resumeOf')] = None
    """Run that this one resumes."""
    counts: RunCountsOutput
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    status: Literal['completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    billing: PipelineRunCompletedEventOutputDataBilling
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput] | None = None
    """Files of the run's outputs, if it completed."""
    error: PipelineRunCompletedEventOutputDataError | None = None
    question: PipelineRunCompletedEventOutputDataQuestion | None = None
    metadata: dict[str, str]
    links: PipelineRunCompletedEventOutputDataLinks


class PipelineRunCompletedEventOutput(Model):
    type: Literal['pipeline_run.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCompletedEventOutputData


class Input(Model):
    kind: InputKind
    url: str | None = None
    """Public URL, or an output URL of this engine."""
    asset_id: Annotated[str | None, Field(alias='assetId')] = None
    """Asset of the organization. Exclusive with `url`."""


class GenerationParameters(Model):
    aspect_ratio: Annotated[str | None, Field(alias='aspectRatio')] = None
    """Width-to-height ratio."""
    width: int | None = None
    """In pixels."""
    height: int | None = None
    """In pixels."""
    resolution: str | None = None
    """Named size."""
    duration_seconds: Annotated[float | None, Field(alias='durationSeconds')] = None
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
    negative_prompt: Annotated[str | None, Field(alias='negativePrompt')] = None
    operations: list[str | EditOperation] | None = None
    """Changes of the input: names such as `denoise`, or media operations of docs/media-operations.md."""
    timestamps: bool | None = None
    """True: the transcript includes timestamps."""
    trim_start_seconds: Annotated[float | None, Field(alias='trimStartSeconds')] = None
    trim_end_seconds: Annotated[float | None, Field(alias='trimEndSeconds')] = None
    model_parameters: Annotated[
        ModelParameters | None, Field(alias='modelParameters')
    ] = None


class GenerationRequest(Model):
    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    dry_run: Annotated[bool | None, Field(alias='dryRun')] = None
    """Returns 200 with the estimate and creates no job."""
    estimate_id: Annotated[str | None, Field(alias='estimateId')] = None
    """Estimate of the same request; its model and price apply, even if they have changed since."""


class EstimateRequest(Model):
    """The body of `POST /v1/chat` (with `message`), of `POST /v1/generations` (with `capability`), or of `POST /v1/pipelines/{pipelineId}/runs` (with `pipelineId`). `metadata` and `webhookUrl` have no effect."""

    message: str | None = None
    """Description of the desired output, in natural language."""
    parse_intent: Annotated[bool | None, Field(alias='parseIntent')] = None
    inputs: list[Input] | dict[str, Any] | None = None
    """Input files; with `pipelineId`, the values of its inputs by name."""
    capability: Capability | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation or run is rejected."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    version: int | None = None
    """Version of the pipeline; the latest unless set."""
    resume_from: Annotated[str | None, Field(alias='resumeFrom')] = None
    """Run of this pipeline that has ended. Steps with an equal request are reused and not paid again; inputs that are not sent are those of that run."""
    answers: dict[str, EstimateRequestAnswers] | None = None
    """Answers to questions, by the step that asks."""
    fresh: list[str] | None = None
    """Steps that are executed again although their results could be reused."""
    pipeline_id: Annotated[str | None, Field(alias='pipelineId')] = None


class RetryRequest(Model):
    capability: Capability | None = None
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    inputs: list[Input] | None = None
    """Input files in addition to those of the job."""
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation or run is rejected."""


class NewBatchItem(Model):
    """Same as for `POST /v1/generations`; `capability` may be set in `defaults`."""

    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""
    client_item_id: Annotated[str | None, Field(alias='clientItemId')] = None
    """Your reference; unique in the batch."""


class BatchDefaults(Model):
    """Default fields of every item. An item's fields override the defaults; `parameters` and `metadata` are merged by name."""

    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation is rejected."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    prompt: str | None = None
    """Description of the desired output, or the text to speak."""
    provider: str | None = None
    """Provider slug."""


class PipelineInputPipelineInput6(Model):
    """An input that a run takes."""

    type: Literal['list']
    title: str | None = None
    description: str | None = None
    required: bool | None = None
    """True unless set. Ignored with a default."""
    of: PipelineItem
    max_items: Annotated[int | None, Field(alias='maxItems')] = None
    default: list[Any] | None = None


PipelineInput = TypeAliasType("PipelineInput", PipelineInputPipelineInput | PipelineInputPipelineInput1 | PipelineInputPipelineInput2 | PipelineInputPipelineInput3 | PipelineInputPipelineInput4 | PipelineInputPipelineInput5 | PipelineInputPipelineInput6)
"""An input that a run takes."""


class PipelineGenerateStepInputs(Model):
    kind: Literal['image', 'video', 'audio', 'mask', 'model']
    from_: Annotated[PipelineExpression, Field(alias='from')]


class PipelineGenerateStep(Model):
    """Generates media, as POST /v1/generations does."""

    kind: Literal['generate']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    capability: Literal['text-to-image', 'image-to-image', 'inpainting', 'text-to-video', 'image-to-video', 'video-editing', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'upscaling', 'enhancement', 'restoration', 'lip-sync', 'text-to-3d', 'image-to-3d', 'vision-analysis']
    prompt: PipelineText | None = None
    inputs: list[PipelineExpression | PipelineGenerateStepInputs] | None = None
    model: str | None = None
    provider: str | None = None
    routing: PipelineGenerateStepRouting | None = None
    parameters: dict[str, Any] | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    retries: int | None = None
    """Further attempts after a failure, each as a job of its own."""
    fallback: list[PipelineGenerateStepFallbackItem] | None = None
    """Other models or parameters, used in order after the attempts have failed."""


class JobCompletedEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    model: JobCompletedEventDataModel | None = None
    billing: JobCompletedEventDataBilling
    metadata: dict[str, str]
    links: JobCompletedEventDataLinks
    status: Literal['completed']
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput]


class JobCompletedEvent(Model):
    type: Literal['job.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobCompletedEventData


class JobNeedsInputEventDataQuestionOption(Model):
    label: str
    capability: Capability | OtherValue | None = None
    request: AnswerRequest


class JobNeedsInputEventDataQuestion(Model):
    text: str
    show: list[ShownValue] | None = None
    """Files and values to show with the question."""
    options: list[JobNeedsInputEventDataQuestionOption]


class JobNeedsInputEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    model: JobNeedsInputEventDataModel | None = None
    billing: JobNeedsInputEventDataBilling
    metadata: dict[str, str]
    links: JobNeedsInputEventDataLinks
    status: Literal['needs_input']
    question: JobNeedsInputEventDataQuestion


class JobNeedsInputEvent(Model):
    type: Literal['job.needs_input']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: JobNeedsInputEventData


class PipelineRunCompletedEventData(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    version: int
    resume_of: Annotated[str | None, Field(alias='resumeOf')] = None
    """Run that this one resumes."""
    counts: RunCounts
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    status: Literal['completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime, Field(alias='finishedAt')]
    billing: PipelineRunCompletedEventDataBilling
    output: WebhookOutput | None = None
    """First output."""
    outputs: list[WebhookOutput] | None = None
    """Files of the run's outputs, if it completed."""
    error: PipelineRunCompletedEventDataError | None = None
    question: PipelineRunCompletedEventDataQuestion | None = None
    metadata: dict[str, str]
    links: PipelineRunCompletedEventDataLinks


class PipelineRunCompletedEvent(Model):
    type: Literal['pipeline_run.completed']
    timestamp: AwareDatetime
    """Time of the event; the same for every attempt."""
    data: PipelineRunCompletedEventData


class PricedEstimateRequest(Model):
    content_type: Annotated[ContentType | OtherValue, Field(alias='contentType')]
    capability: Capability | OtherValue
    prompt: str | None = None
    inputs: list[JobInput]
    parameters: GenerationParameters


class IntentUnderstood(Model):
    """Relation to the earlier messages of the conversation."""

    act: Literal['answer', 'repeat', 'adjust', 'edit', 'convert', 'keep', 'new'] | OtherValue
    refers_to: Annotated[list[Reference], Field(alias='refersTo')]


class Intent(Model):
    """Intent parsed from the message."""

    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    subject: str
    parameters: GenerationParameters
    requested_model: Annotated[str | None, Field(alias='requestedModel')] = None
    requested_provider: Annotated[str | None, Field(alias='requestedProvider')] = None
    confidence: float
    assumptions: list[str]
    alternatives: list[IntentAlternative]
    parser: Literal['embedded', 'llm', 'none'] | OtherValue
    model: str | None = None
    understood: IntentUnderstood | None = None
    """Relation to the earlier messages of the conversation."""


class QuestionOption(Model):
    label: str
    capability: Capability | OtherValue | None = None
    refers_to: Annotated[list[Reference] | None, Field(alias='refersTo')] = None
    """File of an earlier message that the option chooses."""
    request: AnswerRequestOutput


class JobRequestOperation(Model):
    """Work of a `transform` step, which has no capability."""

    name: MediaOperation | OtherValue
    parameters: dict[str, Any]


class JobRequest(Model):
    content_type: Annotated[
        ContentType | OtherValue | None, Field(alias='contentType')
    ] = None
    capability: Capability | OtherValue | None = None
    operation: JobRequestOperation | None = None
    """Work of a `transform` step, which has no capability."""
    prompt: str | None = None
    inputs: list[JobInput]
    parameters: GenerationParameters
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends."""


class JobRouting(Model):
    strategy: str | None = None
    reason: str | None = None
    assumptions: list[str]
    attempts: list[Attempt]


class PipelineRun(Model):
    """Run of a pipeline: its steps and its results."""

    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    version: int
    resume_of: Annotated[str | None, Field(alias='resumeOf')] = None
    """Run that this one resumes."""
    inputs: dict[str, Any] | None = None
    """Values of the inputs, with defaults. Lists of runs omit them."""
    outputs: dict[str, Any] | None = None
    """Values of the outputs, once the run has completed. Lists of runs omit them."""
    counts: RunCountsOutput
    """Executions of steps that generate, edit, call or ask, by status; of a map, those of all items."""
    steps: list[RunStep]
    """Outermost steps; `waiting` until they begin."""


class JobError(Model):
    code: ErrorCode | OtherValue
    message: str
    cure: str
    """Recommended action."""
    retryable: bool
    details: dict[str, Any] | None = None


class Batch(Model):
    batch_id: Annotated[str, Field(alias='batchId')]
    name: str | None = None
    status: BatchStatus | OtherValue
    progress: BatchProgress
    counts: BatchCounts
    billing: BatchBilling
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    cancel_requested_at: Annotated[
        AwareDatetime | None, Field(alias='cancelRequestedAt')
    ] = None
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None
    metadata: dict[str, str]
    links: BatchLinks


class BatchItem(Model):
    index: int
    """Zero-based index in `items`."""
    client_item_id: Annotated[str | None, Field(alias='clientItemId')] = None
    job_id: Annotated[str, Field(alias='jobId')]
    status: JobStatus | OtherValue
    credits: int
    """Price in credits, charged on completion."""
    deleted: bool | None = None
    """True when the content of the job has been deleted."""
    output: Output | None = None
    error: JobError | None = None
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None


WebhookEvent = TypeAliasType(
    "WebhookEvent",
    Annotated[
        JobCompletedEvent | JobFailedEvent | JobCanceledEvent | JobNeedsInputEventOutput | BatchCompletedEvent | PipelineRunCompletedEventOutput | PipelineRunCallEvent | CreditsLowEvent | BudgetAlertEvent | KeyRotationDueEvent | TestEvent,
        Field(discriminator='type'),
    ],
)


class ChatRequest(Model):
    message: str
    """Description of the desired output, in natural language."""
    parse_intent: Annotated[bool | None, Field(alias='parseIntent')] = None
    """True: the engine derives parameters, and the capability unless `capability` states it, from the message. False: the message is the prompt for `capability`, by default text-to-image."""
    conversation_id: Annotated[str | None, Field(alias='conversationId')] = None
    """Conversation of the message, from the response to an earlier message; `new` opens one. The message can then refer to earlier ones."""
    inputs: list[Input] | None = None
    """Input files, of the kinds that the capability requires."""
    capability: Capability | None = None
    model: str | None = None
    """Model id, or a family name such as flux."""
    parameters: GenerationParameters | None = None
    routing: RoutingPreferences | None = None
    max_credits: Annotated[int | None, Field(alias='maxCredits')] = None
    """Maximum price; a more expensive generation or run is rejected."""
    metadata: Metadata | None = None
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the organization's webhook without a URL."""
    dry_run: Annotated[bool | None, Field(alias='dryRun')] = None
    """Returns 200 with the estimate and creates no job."""
    estimate_id: Annotated[str | None, Field(alias='estimateId')] = None
    """Estimate of the same request; its model and price apply, even if they have changed since."""


class NewBatch(Model):
    items: list[NewBatchItem]
    defaults: BatchDefaults | None = None
    budget: int | None = None
    """Maximum credits of all items together."""
    name: str | None = None
    metadata: Metadata | None = None
    """Labels of the batch."""
    webhook_url: Annotated[str | None, Field(alias='webhookUrl')] = None
    """URL that is notified when the batch ends, in addition to the organization's webhooks. Items have their own `webhookUrl`."""


class PricedEstimate(Model):
    outcome: Literal['priced']
    estimate_id: Annotated[str, Field(alias='estimateId')]
    """Send it with the same request to use this model at this price."""
    expires_at: Annotated[AwareDatetime, Field(alias='expiresAt')]
    """Expiry of estimateId."""
    request: PricedEstimateRequest
    intent: Intent | None = None
    model: ModelReference
    price: PricedEstimatePrice
    """`maxCredits` equals `credits`: a charge never exceeds the hold. `minCredits` is the charge if the cheapest fallback model runs the job."""
    expected_seconds: Annotated[float, Field(alias='expectedSeconds')]
    measured: bool
    """True if expectedSeconds was measured on this server; otherwise it is the catalog's value."""
    routing: PricedEstimateRouting
    alternatives: list[EstimateAlternative]
    """Other suitable models, best first, available models before unavailable models."""
    available_credits: Annotated[int, Field(alias='availableCredits')]
    affordable: bool
    """True if balance, budget and the key's limit cover maxCredits of the price."""
    warnings: list[PricedEstimateWarning]


class Question(Model):
    """Question that must be answered before the engine can continue."""

    text: str
    show: list[ShownValueOutput] | None = None
    """Files and values to show with the question."""
    options: list[QuestionOption]


class AcceptedJob(Model):
    """The whole job if the request waited for its end (`Prefer: wait`) or repeated an earlier one (`Idempotency-Key`); otherwise only jobId, status and links. `conversationId` is for the next message of a conversation."""

    job_id: Annotated[str, Field(alias='jobId')]
    status: JobStatus | OtherValue
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing'] | OtherValue | None = (
        None
    )
    progress: JobProgress | None = None
    created_at: Annotated[AwareDatetime | None, Field(alias='createdAt')] = None
    started_at: Annotated[AwareDatetime | None, Field(alias='startedAt')] = None
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None
    source: JobSource | None = None
    conversation_id: Annotated[str | None, Field(alias='conversationId')] = None
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
    cancel_requested_at: Annotated[
        AwareDatetime | None, Field(alias='cancelRequestedAt')
    ] = None
    metadata: dict[str, str] | None = None
    links: JobLinks


class Message(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    message: MessageMessage
    understood: MessageUnderstood | None = None
    """Absent until the message has been read."""
    intent: Intent | None = None
    status: Literal['queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input'] | OtherValue
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    question: Question | None = None
    outputs: list[Output]
    error: JobError | None = None


class Job(Model):
    job_id: Annotated[str, Field(alias='jobId')]
    status: JobStatus | OtherValue
    stage: Literal['parsing', 'reserving', 'waiting', 'submitting', 'generating', 'storing', 'finalizing'] | OtherValue | None = (
        None
    )
    progress: JobProgress
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    started_at: Annotated[AwareDatetime | None, Field(alias='startedAt')] = None
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None
    source: JobSource
    conversation_id: Annotated[str | None, Field(alias='conversationId')] = None
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
    cancel_requested_at: Annotated[
        AwareDatetime | None, Field(alias='cancelRequestedAt')
    ] = None
    metadata: dict[str, str]
    links: JobLinks


class JobEvent(Model):
    sequence: int
    """Sequence number of the event within the job, without gaps."""
    type: Literal['job.queued', 'job.started', 'job.planned', 'job.stage', 'job.progress', 'run.step', 'job.canceling', 'job.completed', 'job.failed', 'job.canceled', 'job.needs_input'] | OtherValue
    job_id: Annotated[str, Field(alias='jobId')]
    status: JobStatus | OtherValue
    progress: JobProgress
    model: ModelReference | None = None
    estimated_credits: Annotated[int | None, Field(alias='estimatedCredits')] = None
    question: Question | None = None
    error: JobError | None = None
    step: RunStepChange | None = None
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]


class BatchViewItems(Model):
    data: list[BatchItem]
    next_cursor: Annotated[str | None, Field(alias='nextCursor')]
    """Cursor of the next page; null on the last page."""


class BatchView(Model):
    """A batch with one page of its items, in the order of the request."""

    batch_id: Annotated[str, Field(alias='batchId')]
    name: str | None = None
    status: BatchStatus | OtherValue
    progress: BatchProgress
    counts: BatchCounts
    billing: BatchBilling
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    cancel_requested_at: Annotated[
        AwareDatetime | None, Field(alias='cancelRequestedAt')
    ] = None
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None
    metadata: dict[str, str]
    links: BatchViewLinks
    items: BatchViewItems


class WebhookDelivery(Model):
    delivery_id: Annotated[str, Field(alias='deliveryId')]
    webhook_id: Annotated[str, Field(alias='webhookId')]
    event_id: Annotated[str, Field(alias='eventId')]
    """The header `webhook-id`: the same for every attempt and for resent deliveries."""
    type: WebhookEventType | OtherValue
    state: Literal['pending', 'delivered', 'failed', 'abandoned'] | OtherValue
    url: str | None = None
    """Webhook URL of the job, used instead of the webhook's URL."""
    body: WebhookEvent | None
    """Body of every attempt. Null: the event's resource was deleted."""
    attempt_count: Annotated[int, Field(alias='attemptCount')]
    attempts: list[WebhookAttempt]
    """Latest 20 attempts, newest first."""
    next_attempt_at: Annotated[AwareDatetime | None, Field(alias='nextAttemptAt')] = (
        None
    )
    """Present while the delivery is pending."""
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    finished_at: Annotated[AwareDatetime | None, Field(alias='finishedAt')] = None


class UnclearEstimate(Model):
    """A job with this message would end with a question and would not be charged."""

    outcome: Literal['needs_input']
    question: Question
    price: UnclearEstimatePrice | None = None
    """Price range of the answers to the question; absent when none can be priced."""
    available_credits: Annotated[int, Field(alias='availableCredits')]
    affordable: bool
    """True if balance, budget and the key's limit cover maxCredits of the price."""
    warnings: list[UnclearEstimateWarning]


Estimate = TypeAliasType(
    "Estimate",
    Annotated[
        PricedEstimate | UnclearEstimate, Field(discriminator='outcome')
    ],
)


class NewPipeline(Model):
    name: str
    description: str | None = None
    definition: PipelineDefinition | None = None
    from_: Annotated[NewPipelineFrom | NewPipelineFrom1 | None, Field(alias='from')] = (
        None
    )
    """Source of the definition: a pipeline (its latest version unless set), or the run that used it. `runId` also requires the permission `jobs:read`."""
    dry_run: Annotated[bool | None, Field(alias='dryRun')] = None
    """Returns 200 with the result of the check and creates no pipeline."""


class PipelineDefinition(Model):
    """A pipeline: its inputs, steps and outputs."""

    schema_version: Annotated[Literal[1], Field(alias='schemaVersion')]
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
    Annotated[
        Union[PipelineGenerateStep, PipelineTransformStep, "PipelineMapStep", "PipelineSwitchStep", PipelineApproveStep, PipelineReadStep, PipelineWriteStep, PipelineValueStep, PipelineSubPipelineStep, PipelineCallStep],
        Field(discriminator='kind'),
    ],
)


class PipelineMapStep(Model):
    """Runs the inner steps for each item of a list. Within it, `item` is the item and `index` its position."""

    kind: Literal['map']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    over: PipelineExpression
    """The list whose items the inner steps process."""
    max_items: Annotated[int, Field(alias='maxItems')]
    concurrency: int | None = None
    on_item_error: Annotated[
        Literal['fail', 'drop'] | None, Field(alias='onItemError')
    ] = None
    """With `drop`, the result lacks the items that failed."""
    value: PipelineExpression
    """Result of an item."""
    steps: PipelineSteps


class PipelineSwitchStepCase(Model):
    when: PipelineExpression
    value: PipelineExpression
    steps: PipelineSteps | None = None


class PipelineSwitchStepOtherwise(Model):
    value: PipelineExpression
    steps: PipelineSteps | None = None


class PipelineSwitchStep(Model):
    """Runs the first case whose condition is true."""

    kind: Literal['switch']
    title: str | None = None
    when: PipelineExpression | None = None
    """False: the step is skipped."""
    after: list[str] | None = None
    """Steps that end first, besides those whose values are used."""
    on_error: Annotated[Literal['fail', 'continue'] | None, Field(alias='onError')] = (
        None
    )
    """With `continue`, the results of a failed step are absent and the run goes on."""
    timeout_seconds: Annotated[int | None, Field(alias='timeoutSeconds')] = None
    keep: Literal['plan', 'day'] | None = None
    """Retention of the step's files: that of the plan, or a day after the run's end."""
    cases: list[PipelineSwitchStepCase]
    otherwise: PipelineSwitchStepOtherwise | None = None


class PipelineChange(Model):
    name: str | None = None
    description: str | None = None
    definition: PipelineDefinition | None = None
    """Becomes the next version, unless it equals the latest one."""
    note: str | None = None
    """Note of the new version."""
    archived: bool | None = None
    """An archived pipeline is not listed and takes no new version."""


class PipelineWithDefinition(Model):
    pipeline_id: Annotated[str, Field(alias='pipelineId')]
    name: str
    description: str | None
    built_in: Annotated[bool, Field(alias='builtIn')]
    """True: every organization can run it, none can change it."""
    latest_version: Annotated[int, Field(alias='latestVersion')]
    archived_at: Annotated[AwareDatetime | None, Field(alias='archivedAt')] = None
    created_at: Annotated[AwareDatetime, Field(alias='createdAt')]
    created_by: Annotated[str | None, Field(alias='createdBy')]
    updated_at: Annotated[AwareDatetime, Field(alias='updatedAt')]
    version: int
    note: str | None
    definition_hash: Annotated[str, Field(alias='definitionHash')]
    """SHA-256; equal for equal definitions."""
    definition: PipelineDefinition
    input_schema: Annotated[dict[str, Any], Field(alias='inputSchema')]
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
