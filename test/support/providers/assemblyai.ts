import { sniffMediaType } from "#storage/media-type.ts";

import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

interface Task {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  polls: number;
}

function refusal(status: number, error: string): SimulatorAnswer {
  return { status, json: { error } };
}

/** A failed transcript whose error is about the recording, so that tests can cover it, too. */
export const unreadableRecording = "error of the recording";

/**
 * api.assemblyai.com by its OpenAPI document (AssemblyAI/assemblyai-api-spec@3fcf678d, 2026-03), its page of errors and the
 * types of its client 4.41.5, which compile every body of the tests.
 */
export async function startAssemblyai(): Promise<Simulator> {
  const tasks = new Map<string, Task>();
  const uploads = new Set<string>();

  const create = (request: Received, world: World): SimulatorAnswer => {
    const body = receivedJson(request);
    const problem = problemOf(body, uploads);
    if (problem !== null) return refusal(400, problem);
    const task = { id: world.newId(), body, polls: 0 };
    tasks.set(task.id, task);
    return { json: shown(task, "queued") };
  };

  const ask = (id: string, { scenario }: World): SimulatorAnswer => {
    const task = tasks.get(id);
    // The vendor's page of errors: 400, not 404.
    if (task === undefined) {
      return refusal(400, "Transcript lookup error, transcript id not found");
    }
    task.polls += 1;
    const { status, runningPolls = 1 } = scenario;
    if (status === "error" || status === unreadableRecording) {
      const error = status === "error" ? "Server error" : "Audio duration is too short.";
      return { json: { ...shown(task, "error"), error } };
    }
    const word = status ?? (task.polls > runningPolls ? "completed" : "processing");
    return { json: { ...shown(task, word), ...(word === "completed" ? heard(task) : {}) } };
  };

  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && url.pathname === "/v2/transcript",
    refusals: {
      balance: refusal(
        400,
        "Your current account balance is negative. Please top up to continue using the API.",
      ),
      rate_limited: refusal(429, "Too Many Requests"),
      invalid: refusal(400, "format_text must be a Boolean"),
      language: refusal(400, "The following models are not available in this language"),
      foreign_upload: refusal(403, "Cannot access uploaded file"),
    },
    answer(request, world) {
      const { method, url, headers, body } = request;
      if (headers["authorization"] !== simulatorKey) {
        return refusal(401, "Authentication error, API token missing/invalid");
      }
      switch (`${method} ${url.pathname}`) {
        case "POST /v2/upload": {
          if (sniffMediaType(body)?.startsWith("audio/") !== true) {
            return refusal(422, "Unable to process the file");
          }
          const uploadUrl = `https://cdn.assemblyai.com/upload/${world.newId()}`;
          uploads.add(uploadUrl);
          return { json: { upload_url: uploadUrl } };
        }
        case "POST /v2/transcript":
          return create(request, world);
        case "GET /v2/transcript":
          return { json: listed(url) };
      }
      const [, id] = /^\/v2\/transcript\/([^/]+)$/.exec(url.pathname) ?? [];
      return method === "GET" && id !== undefined ? ask(id, world) : refusal(404, "Not found");
    },
  };
  return startSimulator(protocol);
}

/** Required fields of a transcript, and those of the request. */
function shown({ id, body }: Task, status: string): Record<string, unknown> {
  const { webhook_auth_header_value: secret, ...asked } = body;
  return {
    ...asked,
    id,
    status,
    language_model: "assemblyai_default",
    acoustic_model: "assemblyai_default",
    speech_model: null,
    language_confidence: null,
    language_confidence_threshold: null,
    webhook_auth: secret !== undefined,
    auto_highlights: false,
    redact_pii: false,
    summarization: false,
    text: null,
    words: null,
    audio_duration: null,
  };
}

function heard({ body }: Task): Record<string, unknown> {
  const isSilent = String(body["audio_url"]).includes("silence");
  const words = isSilent ? [] : ["A", "red", "fox."];
  const detected = body["language_detection"] === true;
  return {
    text: words.join(" "),
    words: words.map((text, index) => ({
      text,
      start: index * 500,
      end: index * 500 + 400,
      confidence: 0.99,
      speaker: body["speaker_labels"] === true ? "A" : null,
    })),
    audio_duration: 2,
    ...(detected ? { language_code: "en", language_confidence: 0.98 } : {}),
  };
}

function listed({ href }: URL): object {
  const page = { limit: 1, result_count: 0, current_url: href, prev_url: null, next_url: null };
  return { page_details: page, transcripts: [] };
}

/** Models and languages of the vendor's pages, read 2026-11. */
const models = ["universal-3-5-pro", "universal-3-pro", "universal-2"];
const switches = [
  "language_detection",
  "punctuate",
  "format_text",
  "disfluencies",
  "speaker_labels",
];
const texts = [
  "language_code",
  "webhook_url",
  "webhook_auth_header_name",
  "webhook_auth_header_value",
];

function problemOf(
  body: Readonly<Record<string, unknown>>,
  uploads: ReadonlySet<string>,
): string | null {
  const { audio_url: address, speech_models: wanted, ...options } = body;
  if (typeof address !== "string" || !URL.canParse(address)) return "audio_url must be a URL";
  if (address.startsWith("https://cdn.assemblyai.com/") && !uploads.has(address)) {
    return "Cannot access uploaded file";
  }
  if (!Array.isArray(wanted) || !wanted.every((model) => models.includes(model))) {
    return "speech_models must name available models";
  }
  const wrong = Object.entries(options).find(
    ([name, value]) =>
      !(switches.includes(name) && typeof value === "boolean") &&
      !(texts.includes(name) && typeof value === "string"),
  );
  return wrong === undefined ? null : `${wrong[0]} is not a valid option`;
}
