import { receivedJson } from "./received-body.ts";
import type { Received, SimulatorAnswer, World } from "./simulator.ts";

interface VideoJob {
  readonly bytes: number;
  readonly webhookUrl: string | undefined;
  readonly parts: Buffer[];
  state: "requested" | "accepted" | "processing" | "canceled";
  polls: number;
}

export interface TopazVideo {
  answer(request: Received, world: World): SimulatorAnswer;
  /** The storage behind presigned URLs; it ignores API keys. */
  upload(request: Received): SimulatorAnswer;
  /** Webhook URL and body of each job's notification. */
  notifications(): { readonly webhookUrl: string | undefined; readonly body: object }[];
}

/** Parts of an upload, so that a video is split. */
const partsOfUpload = 3;
const framesPerCredit = 150;

function failure(status: number, message: string): SimulatorAnswer {
  return { status, json: { message } };
}

/** The video service: request, acceptance, upload, confirmation of the complete upload. */
export function createTopazVideo(): TopazVideo {
  const jobs = new Map<string, VideoJob>();

  return {
    answer(request, world) {
      const { method, url } = request;
      if (method === "POST" && url.pathname === "/video/") return create(request, world);
      const [, id = "", step = ""] = /^\/video\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
      const job = jobs.get(id);
      if (job === undefined) return failure(404, "Not Found");
      switch (`${method} ${step}`) {
        case "PATCH accept":
          return accept(job, id, world);
        case "PATCH complete-upload/":
          return complete(job, request);
        case "GET status":
          return ask(job, world);
        case "DELETE ":
          return cancel(job, world);
        default:
          return failure(404, "Not Found");
      }
    },

    upload({ url, headers, body }) {
      const [, id = "", part = ""] = /^\/upload\/([^/]+)\/(\d+)$/.exec(url.pathname) ?? [];
      const job = jobs.get(id);
      // S3 rejects a second kind of authorization in addition to the signature.
      if (job?.state !== "accepted" || headers["x-api-key"] !== undefined) {
        return { status: 403, bytes: Buffer.from("<Error/>"), contentType: "application/xml" };
      }
      job.parts[Number(part)] = body;
      return { headers: { etag: `"${tagOf(body)}"` }, bytes: Buffer.alloc(0) };
    },

    notifications: () =>
      [...jobs].map(([requestId, { webhookUrl }]) => ({
        webhookUrl,
        body: { requestId, status: "complete" },
      })),
  };

  function create(request: Received, world: World): SimulatorAnswer {
    const body = receivedJson(request);
    const problem = problemOf(body);
    if (problem !== null) return failure(400, problem);
    const { size, frameCount } = body["source"] as { size: number; frameCount: number };
    const id = world.newId();
    const { webhookUrl } = (body["notifications"] ?? {}) as { webhookUrl?: string };
    jobs.set(id, { bytes: size, webhookUrl, parts: [], state: "requested", polls: 0 });
    const least = Math.ceil(frameCount / framesPerCredit);
    return { json: { requestId: id, estimates: { cost: [least, least + 1], time: [60, 90] } } };
  }
}

function accept(job: VideoJob, id: string, world: World): SimulatorAnswer {
  if (job.state !== "requested") return failure(400, "Invalid input");
  job.state = "accepted";
  const urls = Array.from(
    { length: partsOfUpload },
    (_, part) => `${world.url}/upload/${id}/${part}`,
  );
  return { status: 202, json: { uploadId: "upload_sim", urls, message: "Accepted" } };
}

function complete(job: VideoJob, request: Received): SimulatorAnswer {
  const results = receivedJson(request)["uploadResults"];
  const expected = job.parts.map((part, index) => ({ partNum: index + 1, eTag: tagOf(part) }));
  const isWhole = Buffer.concat(job.parts).byteLength === job.bytes;
  if (
    job.state !== "accepted" ||
    !isWhole ||
    JSON.stringify(results) !== JSON.stringify(expected)
  ) {
    return failure(400, "Invalid input");
  }
  job.state = "processing";
  return { status: 202, json: { message: "Processing has been queued" } };
}

function ask(job: VideoJob, world: World): SimulatorAnswer {
  job.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  const done = job.polls > runningPolls ? "complete" : "processing";
  const word = status ?? (job.state === "processing" ? done : job.state);
  if (word !== "complete") return { json: { status: word, progress: 40, message: "Processing" } };
  const download = {
    url: world.publish("mp4"),
    expiresIn: 86_400_000,
    expiresAt: 1_727_213_400_000,
  };
  return { json: { status: word, progress: 100, outputSize: "1 MB", download } };
}

function cancel(job: VideoJob, { scenario }: World): SimulatorAnswer {
  const isDone = job.state === "processing" && job.polls > (scenario.runningPolls ?? 1);
  if (isDone) return failure(400, "Invalid input");
  job.state = "canceled";
  return { json: { message: "Cancellation in progress. Partial credits have been refunded." } };
}

const filterFields: Readonly<Record<string, readonly string[]>> = {
  "prob-4": ["auto", "details", "noise", "compression", "blur", "grain"],
  "nyx-3": ["auto", "noise", "recoverOriginalDetailValue"],
  "slp-2.5": [],
  "slp-2.6": ["sharpen"],
  "apo-8": ["fps", "slowmo", "duplicate", "duplicateThreshold"],
};

type Fields = Readonly<Record<string, unknown>>;

function problemOf(body: Fields): string | null {
  const source = (body["source"] ?? {}) as Fields;
  const output = (body["output"] ?? {}) as Fields;
  const [filter = {}] = (body["filters"] ?? []) as Fields[];
  const numbers = ["size", "duration", "frameCount", "frameRate"];
  const isKnown = numbers.every((name) => Number(source[name]) > 0) && hasSides(source);
  if (!isKnown || !["mp4", "mov", "mkv"].includes(String(source["container"]))) {
    return "source is incomplete";
  }
  if (!hasSides(output) || !(Number(output["frameRate"]) > 0)) return "output is incomplete";
  if (!["AAC", "AC3", "PCM"].includes(String(output["audioCodec"])))
    return "audioCodec is required";
  if (!["Copy", "Convert", "None"].includes(String(output["audioTransfer"]))) {
    return "audioTransfer is required";
  }
  if (!("dynamicCompressionLevel" in output) && !("videoBitrate" in output)) {
    return "dynamicCompressionLevel or videoBitrate is required";
  }
  const { model, ...settings } = filter;
  const fields = filterFields[String(model)];
  if (fields === undefined) return "model is not supported";
  const unknown = Object.keys(settings).filter((name) => !fields.includes(name));
  return unknown.length === 0 ? null : `${unknown.join(", ")} not supported`;
}

/** Encoders require even sizes, up to 4096 with H264. */
function hasSides({ resolution }: Fields): boolean {
  const { width, height } = (resolution ?? {}) as Fields;
  return [width, height].every(
    (side) => Number.isInteger(side) && Number(side) >= 2 && Number(side) <= 4_096,
  );
}

function tagOf(part: Buffer): string {
  return `etag-${part.byteLength}`;
}
