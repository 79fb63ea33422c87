import { providerDocument } from "./provider-document.ts";
import { receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

interface Task {
  readonly credits: number;
  polls: number;
}

function refusal(status: number, message: string): SimulatorAnswer {
  return { status, json: { message } };
}

type Fields = Readonly<Record<string, unknown>>;

/** Rules that the types do not state, by the descriptions of their fields. */
function problemOf(path: string, body: Fields): string | null {
  const model = wordIn(body, "ai_model") ?? "latest";
  const isSmart = body["model_type"] === "smart-topology";
  if (isSmart !== (model === "meshy-t2")) return `model_type does not fit ${model}`;
  if (isSmart && ("topology" in body || "should_remesh" in body || "pose_mode" in body)) {
    return "smart topology takes neither topology nor should_remesh nor pose_mode";
  }
  if (isSmart && Number(body["target_polycount"] ?? 100) > 15_000) {
    return "target_polycount must be at most 15,000";
  }
  if (path === "/v2/text-to-3d") return "prompt" in body ? null : "prompt is required";
  const image = wordIn(body, "image_url") ?? "";
  const isImage = /^(?:https?:\/\/|data:image\/(?:jpeg|png);base64,)/.test(image);
  return isImage ? null : "image_url must be a URL or the data of a JPEG or PNG image";
}

/** Credits by the vendor's table. */
function creditsOf(path: string, body: Fields): number {
  const mesh = body["ai_model"] === "meshy-t2" ? 5 : 20;
  const isTextured = path === "/v1/image-to-3d" && body["should_texture"] !== false;
  const texture = body["texture_resolution"] === "8k" ? 15 : 10;
  return mesh + (isTextured ? texture : 0) + (body["ultra_mode"] === true ? 5 : 0);
}

/** `failure`: the message of a failed task. */
export async function startMeshy({
  failure = "The server is busy. Please try again later.",
}: { failure?: string } = {}): Promise<Simulator> {
  const tasks = new Map<string, Task>();

  const create = (path: string, request: Received, world: World): SimulatorAnswer => {
    const body = receivedJson(request);
    const problem = problemOf(path, body);
    if (problem !== null) return refusal(400, problem);
    const id = world.newId();
    tasks.set(`${path}/${id}`, { credits: creditsOf(path, body), polls: 0 });
    return { status: 202, json: { result: id } };
  };

  const ask = (path: string, task: Task, world: World): SimulatorAnswer => {
    task.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    const word = status ?? (task.polls > runningPolls ? "SUCCEEDED" : "IN_PROGRESS");
    const isDone = word === "SUCCEEDED";
    return {
      json: {
        id: path.split("/").at(-1),
        status: word,
        progress: isDone ? 100 : 40,
        created_at: 1_790_000_000_000,
        ...(isDone
          ? { model_urls: { glb: world.publish("glb") }, consumed_credits: task.credits }
          : {}),
        ...(word === "FAILED" ? { task_error: { message: failure }, consumed_credits: 0 } : {}),
      },
    };
  };

  return startSimulator(
    {
      isPaid: ({ method }) => method === "POST",
      refusals: {
        balance: refusal(402, "Insufficient funds. Please add credits."),
        no_plan: refusal(403, "Please upgrade to a premium plan to create API tasks."),
        rate_limited: refusal(429, "RateLimitExceeded"),
        tasks_at_once: refusal(429, "NoMoreConcurrentTasks"),
        moderated: refusal(400, "The prompt was refused by moderation."),
        invalid: refusal(400, "target_polycount must be at most 300000"),
      },
      answer(request, world) {
        const { method, url, headers } = request;
        if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, "Invalid API key");
        }
        const path = url.pathname.replace("/openapi", "");
        if (path === "/v1/balance") return { json: { balance: 1_000 } };
        if (method === "POST") return create(path, request, world);
        const task = tasks.get(path);
        return task === undefined ? refusal(404, "Task not found") : ask(path, task, world);
      },
    },
    { basePath: "/openapi", document: providerDocument("meshy") },
  );
}
