import { providerDocument } from "./provider-document.ts";
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

interface Task {
  readonly type: string;
  polls: number;
}

interface Account {
  readonly tasks: Map<string, Task>;
  readonly files: Set<string>;
}

function failure(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatorAnswer {
  const json = {
    code,
    status: "error",
    message,
    suggestion: "Read the docs.",
    request_id: "tr_sim",
  };
  return { status, headers, json };
}

/** developers.tripo3d.ai, v3: upload, one endpoint per kind of input, tasks that are polled. */
export async function startTripo(): Promise<Simulator> {
  const account: Account = { tasks: new Map(), files: new Set() };
  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && url.pathname.startsWith("/v3/generation/"),
    refusals: {
      balance: failure(403, 2010, "You don't have enough credit."),
      rate_limited: failure(429, 2000, "You have exceeded the limit of generation.", {
        "retry-after": "2",
      }),
      too_many_requests: failure(429, 1007, "Rate limit exceeded."),
      moderated: failure(400, 2008, "The input violates our content policy."),
      invalid: failure(400, 2002, "Unsupported request parameter."),
      version_gone: failure(400, 2015, "The version is deprecated."),
      refused_with_200: failure(200, 2003, "The input file is empty."),
      balance_with_200: failure(200, 2010, "You don't have enough credit."),
    },
    async answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return failure(401, 1000, "Invalid API Key");
      }
      const path = url.pathname.replace("/v3", "");
      if (method === "POST" && path.startsWith("/generation/")) {
        return create(path.replace("/generation/", ""), request, { account, world });
      }
      if (method === "POST" && path === "/files") return upload(request, { account, world });
      if (method !== "GET") return failure(404, 1006, "Not found");
      if (path === "/account/balance")
        return { json: { code: 0, data: { balance: 100, frozen: 0 } } };
      return ask(path.replace("/tasks/", ""), { account, world });
    },
  };
  return startSimulator(protocol, { basePath: "/v3", document: providerDocument("tripo") });
}

interface Place {
  readonly account: Account;
  readonly world: World;
}

async function upload(request: Received, { account, world }: Place): Promise<SimulatorAnswer> {
  const file = (await receivedForm(request)).get("file");
  if (!(file instanceof File) || file.size === 0) return failure(400, 2003, "Empty input file");
  if (!/\.(?:png|jpe?g|webp)$/.test(file.name)) return failure(400, 2004, "Unsupported file type");
  const token = `file_${world.newId()}`;
  account.files.add(token);
  return { json: { code: 0, data: { file_token: token } } };
}

const optionFields = [
  "model",
  "model_seed",
  "face_limit",
  "texture",
  "pbr",
  "texture_seed",
  "texture_quality",
  "geometry_quality",
  "auto_size",
  "quad",
  "smart_low_poly",
  "generate_parts",
  "compress",
  "export_uv",
  "return_multiview",
];
const pictureFields = [...optionFields, "texture_alignment", "orientation"];
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  "text-to-model": [
    ...optionFields,
    "prompt",
    "negative_prompt",
    "image_seed",
    "render_sequence",
    "render_video",
  ],
  "image-to-model": [...pictureFields, "input", "enable_image_autofix", "mode"],
  "multiview-to-model": [...pictureFields, "inputs", "orthographic_projection"],
};
const models = ["v3.1-20260211", "v3.0-20250812", "v2.5-20250123", "P1-20260311", "P2-20260801"];

function create(endpoint: string, request: Received, { account, world }: Place): SimulatorAnswer {
  const body = receivedJson(request);
  const problem = problemOf(endpoint, body, account);
  if (problem !== null) return failure(400, 2002, problem);
  const id = `task_${world.newId()}`;
  account.tasks.set(id, { type: endpoint.replaceAll("-", "_"), polls: 0 });
  return { json: { code: 0, status: "success", data: { task_id: id } } };
}

type Fields = Readonly<Record<string, unknown>>;

function problemOf(endpoint: string, body: Fields, account: Account): string | null {
  const fields = fieldsOf[endpoint];
  if (fields === undefined) return `no endpoint ${endpoint}`;
  const unknown = Object.keys(body).filter((name) => !fields.includes(name));
  if (unknown.length > 0) return `Unsupported request parameter: ${unknown.join(", ")}`;
  const model = wordIn(body, "model") ?? "";
  if (!models.includes(model)) return `model ${model} is not one of ${models.join(", ")}`;
  const isSmartMesh = model.startsWith("P");
  if (isSmartMesh && ("geometry_quality" in body || "smart_low_poly" in body)) {
    return `${model} takes neither geometry_quality nor smart_low_poly`;
  }
  if (endpoint === "text-to-model") return "prompt" in body ? null : "prompt is required";
  const pictures = endpoint === "image-to-model" ? [body["input"]] : viewsIn(body["inputs"]);
  if (pictures === null) return "inputs must name two to four views, the front among them";
  return pictures.every((picture) => isPicture(picture, account)) ? null : "input is not a picture";
}

/** Front, left, back and right; a view that is left out is empty. */
function viewsIn(inputs: unknown): unknown[] | null {
  if (!Array.isArray(inputs) || inputs.length !== 4 || inputs[0] === "") return null;
  const views = inputs.filter((each) => each !== "");
  return views.length < 2 ? null : views;
}

/** A URL or the token of an upload; data URLs are rejected. */
function isPicture(picture: unknown, { files }: Account): boolean {
  if (typeof picture !== "string") return false;
  return /^https?:\/\//.test(picture) || files.has(picture);
}

function ask(id: string, { account, world }: Place): SimulatorAnswer {
  const task = account.tasks.get(id);
  if (task === undefined) return failure(404, 2001, "The task is not found.");
  task.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  const word = status ?? (task.polls > runningPolls ? "success" : "running");
  const known = { task_id: id, type: task.type, status: word, created_at: "2026-11-01T12:00:00Z" };
  if (word === "success") {
    const output = {
      model_url: world.publish("glb"),
      rendered_image_url: world.publish("png"),
    };
    return { json: { code: 0, data: { ...known, progress: 100, output, credits_consumed: 30 } } };
  }
  // Documented for refused content: a failed task with code 2008, or the older "banned".
  const isFailed = word === "failed" || word === "banned";
  const failed = isFailed ? failedBecause(task) : {};
  return { json: { code: 0, data: { ...known, progress: 40, ...failed, credits_consumed: 0 } } };
}

function failedBecause({ type }: Task): object {
  return type === "multiview_to_model"
    ? { error_code: 2008, error_message: "The input violates our content policy." }
    : { error_code: 2018, error_message: "The task expired in the queue." };
}
