import { createHmac } from "node:crypto";

import {
  made,
  misfit,
  modelNotFound,
  refusal,
  textsOf,
  traced,
  unfit,
  unknownField,
} from "./elevenlabs-answers.ts";
import { receivedForm } from "./received-body.ts";
import type { Received, SimulatorAnswer, World } from "./simulator.ts";

const scribes = ["scribe_v1", "scribe_v2"];

/** The webhook of the workspace. */
export const workspaceWebhook = "wh_sim";

interface Transcript {
  /** Unix time in seconds, the same in each delivery of its webhook. */
  readonly endedAt: number;
  readonly words: readonly string[];
  readonly metadata: unknown;
  polls: number;
}

/** Returns transcripts with the response, or makes them in the background for the workspace's webhook. */
export interface ElevenlabsTranscripts {
  create(request: Received, world: World): Promise<SimulatorAnswer>;
  ask(id: string, world: World): SimulatorAnswer;
  /** Sends webhooks for all background transcripts to the workspace's URL; returns the response statuses. */
  sendWebhooks(address: string, secret: string): Promise<number[]>;
}

export function createElevenlabsTranscripts(): ElevenlabsTranscripts {
  const transcripts = new Map<string, Transcript>();
  return {
    create: async (request, world) => transcribed(request, transcripts, world),
    ask: (id, world) => asked(id, transcripts, world),
    sendWebhooks: async (address, secret) =>
      Promise.all([...transcripts].map(async ([id, each]) => send(id, each, { address, secret }))),
  };
}

async function send(
  id: string,
  { words, metadata, endedAt }: Transcript,
  { address, secret }: { address: string; secret: string },
): Promise<number> {
  const time = secondsNow();
  const data = {
    request_id: `req_${id}`,
    webhook_metadata: metadata,
    transcription: transcript(words, id),
  };
  const body = JSON.stringify({
    type: "speech_to_text_transcription",
    event_timestamp: endedAt,
    data,
  });
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const { status } = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "elevenlabs-signature": `t=${time},v0=${signature}`,
    },
    body,
  });
  return status;
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}

function asked(
  id: string,
  transcripts: ReadonlyMap<string, Transcript>,
  { scenario }: World,
): SimulatorAnswer {
  const known = transcripts.get(id);
  if (known !== undefined) known.polls += 1;
  if (known === undefined || known.polls <= (scenario.runningPolls ?? 1)) {
    return refusal(404, {
      type: "not_found",
      code: "transcript_not_found",
      message: `A transcript with id '${id}' was not found.`,
    });
  }
  return { headers: traced, json: transcript(known.words, id) };
}

const transcriptFields = [
  "model_id",
  "language_code",
  "tag_audio_events",
  "num_speakers",
  "timestamps_granularity",
  "diarize",
  "diarization_threshold",
  "file_format",
  "source_url",
  "cloud_storage_url",
  "webhook",
  "webhook_id",
  "webhook_metadata",
  "temperature",
  "seed",
  "no_verbatim",
  "keyterms",
];

async function transcribed(
  request: Received,
  transcripts: Map<string, Transcript>,
  world: World,
): Promise<SimulatorAnswer> {
  const form = await receivedForm(request);
  const fields = textsOf(form);
  const problem = unknownField(fields, transcriptFields);
  if (problem !== null) return problem;
  const model = fields["model_id"];
  if (model === undefined) return misfit("body.model_id", "Field required");
  if (!scribes.includes(model)) return modelNotFound(model);
  const sources = [form.get("file"), fields["source_url"], fields["cloud_storage_url"]];
  if (sources.filter((source) => source != null).length !== 1) {
    return unfit("invalid_parameters", "Must provide either file or source_url.");
  }
  const isSilent = fields["source_url"]?.includes("silence") === true;
  const words = isSilent ? [] : ["A", "red", "fox."];
  if (fields["webhook"] !== "true") return { headers: made({}), json: transcript(words, "tr_sim") };
  if (fields["webhook_id"] !== undefined && fields["webhook_id"] !== workspaceWebhook) {
    return unfit("invalid_webhook_id", "The webhook does not exist in this workspace.");
  }
  const metadata: unknown = JSON.parse(fields["webhook_metadata"] ?? "null");
  const transcription_id = world.newId();
  transcripts.set(transcription_id, { words, metadata, endedAt: secondsNow(), polls: 0 });
  const message = "Request processed successfully. Transcription will be sent to the webhook.";
  return {
    status: 202,
    headers: made({}),
    json: { message, request_id: `req_${transcription_id}`, transcription_id },
  };
}

function transcript(words: readonly string[], transcription_id: string): object {
  return {
    language_code: "eng",
    language_probability: 0.98,
    text: words.join(" "),
    words: words.map((text, index) => ({
      text,
      start: index / 2,
      end: index / 2 + 0.4,
      type: "word",
      speaker_id: "speaker_0",
      logprob: -0.1,
    })),
    transcription_id,
    audio_duration_secs: 1.5,
  };
}
