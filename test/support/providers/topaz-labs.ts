import { providerDocument, type ProviderDocument } from "./provider-document.ts";
import { receivedForm, receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";
import { createTopazVideo } from "./topaz-video.ts";

interface Job {
  readonly file: "jpg" | "png";
  readonly webhookUrl: string | undefined;
  polls: number;
  isCanceled: boolean;
}

function failure(status: number, message: string): SimulatorAnswer {
  return { status, json: { code: status, message } };
}

export interface TopazLabs extends Simulator {
  /**
   * Sends webhooks for all requests with a webhook URL to `origin`, the API's local URL; returns the response
   * statuses.
   */
  sendWebhooks(origin: string): Promise<number[]>;
}

/**
 * developer.topazlabs.com: the image service and the video service, under one key, validated against its OpenAPI
 * documents of 2026-04.
 */
export async function startTopazLabs(): Promise<TopazLabs> {
  const jobs = new Map<string, Job>();
  const video = createTopazVideo();
  const documented = providerDocument("topaz-labs");
  const document: ProviderDocument = {
    async problems(request, answer) {
      // Uploads go to the storage of another company.
      if (request.method === "PUT") return [];
      const problems = await documented.problems(request, answer);
      // Tests play the statuses of both services, and unknown ones, with either service.
      return problems.filter((problem) => !problem.startsWith("response/status "));
    },
  };
  const protocol: Protocol = {
    isPaid: ({ method, url }) =>
      (method === "POST" && /^\/image\/v1\/[a-z-]+\/async$/.test(url.pathname)) ||
      (method === "PATCH" && url.pathname.endsWith("/complete-upload/")),
    refusals: {
      balance: failure(402, "Insufficient funds."),
      no_subscription: failure(412, "Precondition Failed"),
      rate_limited: failure(429, "Too Many Requests"),
      too_early: failure(425, "The source image is not ready yet."),
      too_large: failure(413, "Request Entity Too Large"),
      unsupported: failure(415, "Unsupported Media Type"),
      moderated: failure(422, "The image was flagged by content moderation."),
      invalid: failure(400, "Invalid output height."),
    },
    async answer(request, world) {
      const { method, url, headers } = request;
      if (method === "PUT") return video.upload(request);
      if (headers["x-api-key"] !== simulatorKey) return failure(401, "Unauthorized");
      if (url.pathname.startsWith("/video/")) return video.answer(request, world);
      const [, endpoint = "", id = ""] = /^\/image\/v1\/([a-z-]+)\/?(.*)$/.exec(url.pathname) ?? [];
      switch (`${method} ${endpoint}`) {
        case "GET status":
          return id === "" ? list() : ask(jobs.get(id), id, world);
        case "GET download":
          return download(jobs.get(id), world);
        case "DELETE cancel":
          return cancel(jobs.get(id), world);
        case "POST estimate":
        case "POST estimate-gen":
          return estimate(receivedJson(request));
        default:
          return method === "POST" && id === "async"
            ? create(endpoint, request, { jobs, world })
            : failure(404, "Not found");
      }
    },
  };
  return {
    ...(await startSimulator(protocol, { document })),
    sendWebhooks: async (origin) => {
      const pictures = [...jobs].map(([process_id, { webhookUrl }]) => ({
        webhookUrl,
        body: { process_id, status: "Completed" },
      }));
      return Promise.all(
        [...pictures, ...video.notifications()].flatMap(({ webhookUrl, body }) =>
          webhookUrl === undefined ? [] : [notify(new URL(webhookUrl).pathname, body, origin)],
        ),
      );
    },
  };
}

async function notify(path: string, body: object, origin: string): Promise<number> {
  const { status } = await fetch(new URL(path, origin), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ notification_id: "01K0000000000000000000000A", ...body }),
  });
  return status;
}

const modelsOf: Readonly<Record<string, readonly string[]>> = {
  enhance: ["Standard V2", "Low Resolution V2", "CGI", "High Fidelity V2", "Text Refine"],
  "enhance-gen": ["Standard MAX", "Recovery V2", "Wonder", "Redefine"],
  sharpen: ["Standard", "Strong", "Lens Blur", "Lens Blur V2", "Motion Blur", "Natural"],
  "sharpen-gen": ["Super Focus V2"],
  denoise: ["Normal", "Strong", "Extreme"],
  "restore-gen": ["Dust-Scratch", "Dust-Scratch V2"],
  lighting: ["Adjust", "Adjust V2", "White Balance", "Colorize"],
};
const sides = ["output_width", "output_height", "crop_to_fill"];

async function create(
  endpoint: string,
  request: Received,
  { jobs, world }: { jobs: Map<string, Job>; world: World },
): Promise<SimulatorAnswer> {
  const form = await receivedForm(request);
  const problem = problemOf(endpoint, form);
  if (problem !== null) return failure(400, problem);
  const id = world.newId();
  const file = form.get("output_format") === "png" ? "png" : "jpg";
  const webhookUrl = form.get("webhook_url");
  jobs.set(id, {
    file,
    webhookUrl: typeof webhookUrl === "string" ? webhookUrl : undefined,
    polls: 0,
    isCanceled: false,
  });
  return {
    headers: { "x-process-id": id },
    json: { process_id: id, source_id: world.newId(), eta: 1_617_220_000 },
  };
}

function problemOf(endpoint: string, form: FormData): string | null {
  const models = modelsOf[endpoint];
  if (models === undefined) return `no endpoint ${endpoint}`;
  if (!form.getAll("model").every((name) => typeof name === "string" && models.includes(name))) {
    return "Invalid model.";
  }
  const sources = ["image", "source_url", "source_id"].filter((name) => form.has(name));
  if (sources.length !== 1) return "Please provide one source.";
  const image = form.get("image");
  if (image !== null && !(image instanceof File && /\.(jpe?g|png)$/.test(image.name))) {
    return "Invalid image.";
  }
  const isSized = endpoint.startsWith("enhance");
  if (!isSized && sides.some((name) => form.has(name))) return "Invalid output size.";
  const sized = ["output_width", "output_height"].flatMap((name) => form.getAll(name).map(Number));
  if (!sized.every((side) => Number.isInteger(side) && side >= 1 && side <= 32_000)) {
    return "Invalid output height.";
  }
  const formats: readonly unknown[] = ["jpeg", "jpg", "png", "tiff", "tif"];
  return formats.includes(form.get("output_format") ?? "jpeg") ? null : "Invalid format.";
}

function ask(job: Job | undefined, id: string, { scenario }: World): SimulatorAnswer {
  if (job === undefined) return failure(404, "An image with the given process ID was not found.");
  job.polls += 1;
  const { status, runningPolls = 1 } = scenario;
  const done = job.polls > runningPolls ? "Completed" : "Processing";
  const word = status ?? (job.isCanceled ? "Cancelled" : done);
  return {
    json: {
      process_id: id,
      filename: "image.png",
      category: "Enhance",
      model_type: "GAN",
      model: "Standard V2",
      crop_to_fill: false,
      input_format: "png",
      input_width: 16,
      input_height: 16,
      output_format: job.file,
      output_width: 32,
      output_height: 32,
      status: word,
      progress: word === "Completed" ? 100 : 40,
      eta: 1_617_220_000,
      creation_time: 1_617_219_000,
      modification_time: 1_617_219_500,
      credits: 1,
    },
  };
}

function download(job: Job | undefined, world: World): SimulatorAnswer {
  if (job === undefined) return failure(404, "An image with the given process ID was not found.");
  const { runningPolls = 1 } = world.scenario;
  if (job.polls <= runningPolls) return failure(409, "The image is not ready.");
  const address = world.publish(job.file);
  return { json: { download_url: address, head_url: address, expiry: 1_617_223_600 } };
}

function cancel(job: Job | undefined, { scenario }: World): SimulatorAnswer {
  if (job === undefined) return failure(404, "An image with the given process ID was not found.");
  if (job.polls > (scenario.runningPolls ?? 1)) {
    return failure(409, "The process cannot be cancelled as it is not in a cancellable state.");
  }
  job.isCanceled = true;
  return { status: 204, bytes: Buffer.alloc(0) };
}

function list(): SimulatorAnswer {
  return { json: { data: [], pagination: { has_next_page: false } } };
}

/** The published price list: one credit for each 24 million pixels of the result. */
function estimate(body: Readonly<Record<string, unknown>>): SimulatorAnswer {
  const numberOf = (name: string) => Number(wordIn(body, name) ?? Number.NaN);
  const [width, height] = [numberOf("input_width"), numberOf("input_height")];
  if (!(width >= 1 && height >= 1)) return failure(400, "Please provide a valid input resolution.");
  const wide = numberOf("output_width");
  const high = numberOf("output_height");
  const outputWidth = wide || (high ? (width * high) / height : width);
  const outputHeight = high || (wide ? (height * wide) / width : height);
  const credits = Math.max(1, Math.ceil((outputWidth * outputHeight) / 24_000_000));
  return { json: { duration: 10, credits } };
}
