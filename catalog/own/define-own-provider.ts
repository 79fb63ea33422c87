import { createHash } from "node:crypto";

import { binary, list, type Parameter, string } from "#catalog/parameters.ts";
import type { ModelRow, ProviderRow } from "#catalog/provider-row.ts";
import { creditUsd } from "#domain/billing/credits.ts";
import { capabilityRules, type ContentType } from "#domain/requests/capability.ts";

import { workflowFields } from "./define-workflow-model.ts";
import { type OwnProtocol, ownSetting } from "./own-connection.ts";
import {
  fileRoles,
  type FileRole,
  type OwnCapability,
  type OwnModel,
  type OwnParameter,
  type OwnProvider,
} from "./own-entry.ts";
import { typeOf } from "./value-type.ts";
import type { WorkflowModel } from "./workflow-entry.ts";
import type { Workflow } from "./workflow.ts";

/** Workflows of a file's models, by the paths that the models state. */
export type Workflows = ReadonlyMap<string, Workflow>;

/** Converts an entry of `MODELS_FILE` to a row of the catalog, without checking it. */
export function toProviderRow(entry: OwnProvider, workflows: Workflows): ProviderRow {
  const { slug, name = slug, protocol, baseUrl, headersEnv, concurrentMax } = entry;
  return {
    slug,
    name,
    description: "Models on a server of this installation",
    tier: "own",
    integrated: true,
    baseUrl,
    setting: ownSetting,
    auth: null,
    connection: { protocol, headersEnv, digest: digestOf(entry, workflows) },
    ...protocols[protocol],
    result: { expiresAfterSeconds: null, expiry: "until the server deletes it" },
    webhook: null,
    limits: { concurrentMax, note: "stated by the operator" },
    confidence: "stated by the operator",
    models:
      entry.protocol === "comfyui"
        ? entry.models.map((model) => ({
            ...commonFields(model, name),
            upstreamModel: model.id,
            ...workflowFields(model, workflows.get(model.workflow) ?? {}),
          }))
        : entry.models.map((model) => toModelRow(model, name)),
  };
}

const protocols: Readonly<
  Record<OwnProtocol, Pick<ProviderRow, "idempotency" | "poll" | "cancel">>
> = {
  "openai-compatible": {
    idempotency: "none",
    poll: {
      intervalSecondsMin: null,
      statuses: { running: ["queued", "in_progress"], failed: ["failed"] },
    },
    cancel: null,
  },
  comfyui: {
    idempotency: "lookup",
    poll: {
      intervalSecondsMin: null,
      statuses: {
        running: ["queue_pending", "queue_running"],
        failed: ["execution_error", "execution_interrupted"],
      },
    },
    cancel: "POST /queue, POST /interrupt",
  },
};

/** The digest does not depend on the order of fields, comments or the version of the engine. */
function digestOf(entry: OwnProvider, workflows: Workflows): string {
  const graphs =
    entry.protocol === "comfyui" ? entry.models.map(({ workflow }) => workflows.get(workflow)) : [];
  return createHash("sha256")
    .update(JSON.stringify([entry, ...graphs].map(sorted)))
    .digest("hex")
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, each]) => [name, sorted(each)]);
}

const usualSeconds: Readonly<Record<ContentType, number>> = {
  image: 20,
  audio: 10,
  video: 180,
  "3d": 60,
};

function toModelRow(model: OwnModel, providerName: string): ModelRow {
  const capabilities = model.capabilities as OwnCapability[];
  const properties = propertiesOf(model, capabilities);
  return {
    ...commonFields(model, providerName),
    upstreamModel: model.model ?? model.id,
    endpoints: [...new Set(capabilities.map((each) => ways[each].endpoint))],
    transports: [...new Set(capabilities.map((each) => ways[each].transport))],
    parameters: {
      type: "object",
      required: Object.keys(properties).filter((parameter) =>
        isRequired(parameter, model.parameters[parameter]),
      ),
      properties,
    },
  };
}

/** Fields of a model's row that do not depend on the protocol. */
function commonFields(
  model: OwnModel | WorkflowModel,
  providerName: string,
): Omit<ModelRow, "upstreamModel" | "endpoints" | "transports" | "parameters"> {
  const { id, name = id, credits, priced, quality, capabilities } = model;
  const contentType = capabilityRules[capabilities[0] ?? "text-to-image"].contentType;
  return {
    id,
    ...(model.offers === undefined ? {} : { offers: model.offers }),
    ...(model.differs === undefined ? {} : { differs: model.differs }),
    name,
    description: model.description ?? `${name} on ${providerName}`.slice(0, 200),
    contentType,
    capabilities,
    pricing: {
      typicalJob: `1 job (${Object.entries(priced).map(toAmount).join(", ")})`,
      // Not a cost: the amount at which a job of the stated credits is sold.
      typicalUsd: credits * creditUsd,
      confidence: "stated by the operator",
    },
    priced,
    ...(priced.seconds === undefined || !capabilities.includes("speech-to-text")
      ? {}
      : { measured: { seconds: { of: ["audio"] } } }),
    quality,
    typicalSeconds: model.typicalSeconds ?? usualSeconds[contentType],
    lifecycle: { status: "active" },
    verification: "stated by the operator",
  };
}

function toAmount([quantity, amount]: [string, number]): string {
  return `${quantity} ${amount}`;
}

interface Way {
  readonly endpoint: string;
  readonly transport: ModelRow["transports"][number];
  /** Parameters that the protocol itself has. */
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const prompt = string({ role: "prompt", maxLength: 32_000 });
const film = { endpoint: "POST /videos", transport: "submit-poll-fetch" } as const;

const ways: Readonly<Record<OwnCapability, Way>> = {
  "text-to-image": {
    endpoint: "POST /images/generations",
    transport: "sync-base64",
    parameters: { prompt },
  },
  "image-to-image": {
    endpoint: "POST /images/edits",
    transport: "sync-base64",
    parameters: { prompt, image: binary({ role: "image" }) },
  },
  inpainting: {
    endpoint: "POST /images/edits",
    transport: "sync-base64",
    parameters: {
      prompt,
      image: binary({ role: "image" }),
      mask: binary({ role: "mask" }),
    },
  },
  "text-to-speech": {
    endpoint: "POST /audio/speech",
    transport: "sync-binary",
    parameters: { input: string({ role: "text", maxLength: 4_096 }) },
  },
  "speech-to-text": {
    endpoint: "POST /audio/transcriptions",
    transport: "sync",
    parameters: { file: binary({ role: "audio" }) },
  },
  "text-to-video": { ...film, parameters: { prompt } },
  "image-to-video": {
    ...film,
    parameters: { prompt, input_reference: binary({ role: "firstFrame" }) },
  },
};

/** Parameters of the protocol that a request of every capability has. */
const alwaysSent: ReadonlySet<string> = new Set(["prompt", "input", "file"]);

function isRequired(name: string, stated: OwnParameter | undefined): boolean {
  return stated?.required ?? alwaysSent.has(name);
}

/** Parameters of the protocol, replaced and extended by those of the entry. */
function propertiesOf(
  { parameters }: OwnModel,
  capabilities: readonly OwnCapability[],
): Record<string, Parameter> {
  const usual = Object.assign({}, ...capabilities.map((each) => ways[each].parameters)) as Record<
    string,
    Parameter
  >;
  const stated = Object.entries(parameters).map(
    ([name, parameter]) => [name, toParameter(parameter)] as const,
  );
  return { ...usual, ...Object.fromEntries(stated) };
}

function toParameter(entry: OwnParameter): Parameter {
  const { role, voices, required: _, maxItems, type = typeOf(entry), ...bounds } = entry;
  if (role === "images")
    return list("binary", { role, ...(maxItems === undefined ? {} : { maxItems }) });
  if (isFileRole(role)) return binary({ role });
  return {
    type,
    ...bounds,
    ...(role === undefined ? {} : { "x-role": role }),
    ...(voices === undefined ? {} : { "x-voices": voices }),
  };
}

export function isFileRole(role: OwnParameter["role"]): role is FileRole {
  return fileRoles.some((each) => each === role);
}
