import { randomUUID } from "node:crypto";

import { sniffMediaType } from "#storage/media-type.ts";

import { mediaFile } from "./media-files.ts";
import { providerDocument } from "./provider-document.ts";
import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
} from "./simulator.ts";

function refusal(status: number, err_code: string, err_msg: string): SimulatorAnswer {
  const request_id = randomUUID();
  const headers = { "dg-request-id": request_id };
  return { status, headers, json: { err_code, err_msg, request_id } };
}

function badRequest(message: string): SimulatorAnswer {
  return refusal(400, "Bad Request", `Bad Request: ${message}`);
}

/** api.deepgram.com by the types of @deepgram/sdk 5.13.0 and its page of errors. */
export async function startDeepgram(): Promise<Simulator> {
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: refusal(
        402,
        "ASR_PAYMENT_REQUIRED",
        "Project does not have enough credits for an ASR request and does not have an overage agreement.",
      ),
      rate_limited: refusal(429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later"),
      invalid: badRequest("failed to process audio: corrupt or unsupported data"),
      malformed: {
        status: 400,
        json: {
          category: "INVALID_JSON",
          message: "Invalid JSON submitted.",
          details: "Json deserialize error: missing field `url` at line 1 column 2",
          request_id: randomUUID(),
        },
      },
      unreadable: {
        status: 415,
        bytes: Buffer.from("Unsupported content type"),
        contentType: "text/plain",
      },
      interrupted: refusal(422, "ASR_UNPROCESSABLE_ENTITY", "The audio data was incomplete."),
      no_access: refusal(
        403,
        "INSUFFICIENT_PERMISSIONS",
        "Project does not have access to the requested model.",
      ),
      permissions: refusal(
        401,
        "INSUFFICIENT_PERMISSIONS",
        "User does not have sufficient permissions.",
      ),
    },
    answer(request) {
      if (request.headers["authorization"] !== `Token ${simulatorKey}`) {
        return refusal(401, "INVALID_AUTH", "Invalid credentials.");
      }
      switch (`${request.method} ${request.url.pathname}`) {
        case "GET /v1/projects":
          return { json: { projects: [{ project_id: randomUUID(), name: "simulated" }] } };
        case "POST /v1/listen":
          return heard(request);
        case "POST /v1/speak":
          return spoken(request);
        default:
          return refusal(404, "NOT_FOUND", "No such endpoint.");
      }
    },
  };
  return startSimulator(protocol, { document: providerDocument("deepgram") });
}

const switches = ["true", "false"];
const listenOptions: Readonly<Record<string, readonly string[] | null>> = {
  model: ["nova-3", "nova-3-medical", "nova-2"],
  language: null,
  keyterm: null,
  utt_split: null,
  diarize_model: ["latest", "v1", "v2"],
  ...Object.fromEntries(
    [
      "detect_language",
      "smart_format",
      "punctuate",
      "diarize",
      "paragraphs",
      "utterances",
      "filler_words",
      "numerals",
      "measurements",
      "dictation",
      "profanity_filter",
      "multichannel",
    ].map((name) => [name, switches]),
  ),
};

const speakOptions: Readonly<Record<string, readonly string[] | null>> = {
  model: ["aura-2-thalia-en", "aura-2-celeste-es"],
  encoding: ["linear16", "flac", "mulaw", "alaw", "mp3", "opus", "aac"],
  container: ["none", "wav", "ogg"],
  sample_rate: null,
  bit_rate: null,
  speed: null,
};

function optionProblem(
  { url }: Received,
  options: Readonly<Record<string, readonly string[] | null>>,
): SimulatorAnswer | null {
  for (const [name, value] of url.searchParams) {
    const allowed = options[name];
    if (allowed === undefined) return badRequest(`unknown query parameter \`${name}\``);
    if (allowed !== null && !allowed.includes(value)) {
      return badRequest(`failed to parse query parameter \`${name}\`: ${value}`);
    }
  }
  return null;
}

function heard(request: Received): SimulatorAnswer {
  const problem = optionProblem(request, listenOptions);
  if (problem !== null) return problem;
  const { headers, body, url } = request;
  const model = url.searchParams.get("model") ?? "base";
  const language = url.searchParams.get("language");
  if (model === "nova-3-medical" && language !== null && !language.startsWith("en")) {
    return badRequest("No such model/language/tier combination found.");
  }
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  const address = isJson ? receivedJson(request)["url"] : undefined;
  if (isJson && (typeof address !== "string" || !URL.canParse(address))) {
    return badRequest("Content-type was application/json, but no URL was found.");
  }
  if (!isJson && sniffMediaType(body)?.startsWith("audio/") !== true) {
    return badRequest("failed to process audio: corrupt or unsupported data");
  }
  const isSilent = typeof address === "string" && address.includes("silence");
  return transcript(url.searchParams, isSilent ? [] : ["A", "red", "fox."]);
}

function transcript(options: URLSearchParams, texts: readonly string[]): SimulatorAnswer {
  const isOn = (name: string) => options.get(name) === "true";
  const request_id = randomUUID();
  const words = texts.map((word, index) => ({
    word,
    start: index / 2,
    end: index / 2 + 0.4,
    confidence: 0.99,
    ...(isOn("diarize") ? { speaker: 0, speaker_confidence: 0.9 } : {}),
  }));
  const text = texts.join(" ");
  const alternative = {
    transcript: text,
    confidence: 0.99,
    words,
    ...(isOn("paragraphs") ? { paragraphs: { transcript: `\n${text}`, paragraphs: [] } } : {}),
  };
  return {
    headers: { "dg-request-id": request_id },
    json: {
      metadata: {
        transaction_key: "deprecated",
        request_id,
        sha256: "0".repeat(64),
        created: "2026-11-21T12:00:00.000Z",
        duration: 1.5,
        channels: 1,
        models: [randomUUID()],
        model_info: {},
      },
      results: {
        channels: [
          {
            alternatives: [alternative],
            ...(isOn("detect_language") ? { detected_language: "en" } : {}),
          },
        ],
        ...(isOn("utterances") ? { utterances: [{ start: 0, end: 1.5, transcript: text }] } : {}),
      },
    },
  };
}

/** Containers, sample rates and bit rates that each encoding accepts. */
const combinations: Readonly<
  Record<string, { containers: string[]; rates: number[]; bitRates: [number, number] | null }>
> = {
  linear16: {
    containers: ["wav", "none"],
    rates: [8_000, 16_000, 24_000, 32_000, 48_000],
    bitRates: null,
  },
  mulaw: { containers: ["wav", "none"], rates: [8_000, 16_000], bitRates: null },
  alaw: { containers: ["wav", "none"], rates: [8_000, 16_000], bitRates: null },
  mp3: { containers: [], rates: [], bitRates: [32_000, 48_000] },
  opus: { containers: ["ogg"], rates: [], bitRates: [4_000, 650_000] },
  flac: { containers: [], rates: [8_000, 16_000, 22_050, 32_000, 48_000], bitRates: null },
  aac: { containers: [], rates: [], bitRates: [4_000, 192_000] },
};

function spoken(request: Received): SimulatorAnswer {
  const problem = optionProblem(request, speakOptions);
  if (problem !== null) return problem;
  const options = request.url.searchParams;
  const { text, ...rest } = receivedJson(request);
  if (Object.keys(rest).length > 0) return badRequest("unknown field in the body");
  if (typeof text !== "string" || text === "") return badRequest("Input text has no characters.");
  if (text.length > 2_000) {
    return refusal(413, "Payload Too Large", "Input text exceeds maximum character limit of 2000.");
  }
  const speed = Number(options.get("speed") ?? 1);
  if (speed < 0.7 || speed > 1.5) return badRequest("speed must be between 0.7 and 1.5");
  const encoding = options.get("encoding") ?? "mp3";
  const container = options.get("container");
  if (!goTogether(encoding, options)) return badRequest("Unsupported audio format.");
  return sound(encoding, container, options.get("model") ?? "");
}

function goTogether(encoding: string, options: URLSearchParams): boolean {
  const allowed = combinations[encoding];
  if (allowed === undefined) return false;
  const [container, rate, bitRate] = ["container", "sample_rate", "bit_rate"].map((name) =>
    options.get(name),
  );
  const { containers, rates, bitRates } = allowed;
  if (container != null && !containers.includes(container)) return false;
  if (rate != null && !rates.includes(Number(rate))) return false;
  if (bitRate == null) return true;
  return bitRates !== null && Number(bitRate) >= bitRates[0] && Number(bitRate) <= bitRates[1];
}

/** An ADTS frame of AAC; samples without a container may be any bytes. */
const bareAac = Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x01, 0x1f, 0xfc, 0x21, 0x00]);
const bareSamples = Buffer.alloc(8_000, 0x55);

function sound(encoding: string, container: string | null, model: string): SimulatorAnswer {
  const headers = {
    "dg-request-id": randomUUID(),
    "dg-model-name": model,
    "dg-char-count": "21",
  };
  const answer = (bytes: Uint8Array, contentType: string) => ({ headers, bytes, contentType });
  switch (encoding) {
    case "mp3":
      return answer(mediaFile("mp3"), "audio/mpeg");
    case "flac":
      return answer(mediaFile("flac"), "audio/flac");
    case "opus":
      return answer(mediaFile("ogg"), "audio/ogg;codecs=opus");
    case "aac":
      return answer(bareAac, "audio/aac");
    default:
      return container === "none"
        ? answer(bareSamples, `audio/${encoding === "linear16" ? "l16" : encoding}`)
        : answer(mediaFile("wav"), "audio/wav");
  }
}
