import { falModels } from "./fal-models.ts";
import { providerDocument } from "./provider-document.ts";
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
  readonly endpoint: string;
  readonly input: Record<string, unknown>;
  polls: number;
  state: "queued" | "completed" | "cancelled";
}

/** docs: model-apis/request-errors, with the usual status of each. */
const requestErrors: Readonly<Record<string, number>> = {
  request_timeout: 504,
  startup_timeout: 504,
  runner_scheduling_failure: 503,
  runner_connection_timeout: 503,
  runner_disconnected: 503,
  runner_connection_refused: 503,
  runner_connection_error: 503,
  runner_incomplete_response: 502,
  runner_server_error: 500,
  client_disconnected: 499,
  client_cancelled: 499,
  bad_request: 400,
  internal_error: 500,
};

/** docs: model-apis/errors. Responses of a model instead of its result, by the scenario's status. */
const modelErrors: Readonly<Record<string, SimulatorAnswer>> = {
  content_policy_violation: problem(422, "content_policy_violation", "The prompt was flagged."),
  image_too_large: problem(422, "image_too_large", "The image is too large."),
  generation_timeout: problem(504, "generation_timeout", "The generation took too long."),
  internal_server_error: problem(500, "internal_server_error", "Internal server error"),
  unexplained: { status: 500, json: { detail: "Internal Server Error" } },
};

function problem(status: number, type: string, msg: string): SimulatorAnswer {
  const url = `https://docs.fal.ai/errors/#${type}`;
  return {
    status,
    headers: { "x-fal-retryable": "false" },
    json: { detail: [{ loc: ["body"], msg, type, url }] },
  };
}

const refusals: Protocol["refusals"] = {
  balance: {
    status: 403,
    json: {
      detail:
        "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.",
    },
  },
  top_up: { status: 403, json: { detail: "User is locked. Reason: TOP_UP." } },
  locked: {
    status: 403,
    json: { detail: "User is locked. Reason: Admin lock. Please contact support@fal.ai" },
  },
  rate_limited: { status: 429, json: { detail: "Too many requests in the queue." } },
  invalid: problem(422, "missing", "Field required"),
  malformed: { status: 400, json: { detail: "Invalid timeout", error_type: "bad_request" } },
  moderated: problem(422, "content_policy_violation", "The prompt was flagged."),
  unknown_model: { status: 404, json: { detail: "Application 'flux-lora' not found" } },
};

/** docs: inference-api, validated against the input types of the official client. The queue, and the platform's prices, which require a key. */
export async function startFal(): Promise<Simulator> {
  const tasks = new Map<string, Task>();
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals,
    answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Key ${simulatorKey}`) {
        return { status: 401, json: { detail: "No user found for Key ID and Secret" } };
      }
      if (method === "POST") return submit(request, world, tasks);
      if (url.pathname === "/v1/models/pricing") return prices(url);
      const [, application = "", id = "", end = ""] =
        /^\/([^/]+\/[^/]+)\/requests\/([^/]+)(\/\w+)?$/.exec(url.pathname) ?? [];
      const task = tasks.get(id);
      if (task?.endpoint.startsWith(application) !== true) {
        return method === "PUT"
          ? { status: 404, json: { status: "NOT_FOUND" } }
          : { status: 404, json: { detail: "Request not found" } };
      }
      const answer = answerFor(`${method} ${end}`, task, world);
      const addresses = { request_id: id, ...addressesOf(task.endpoint, id, world) };
      return {
        ...answer,
        headers: { ...answer.headers, "x-fal-request-id": id },
        ...(end === "/status" ? { json: { ...addresses, ...(answer.json as object) } } : {}),
      };
    },
  };
  return startSimulator(protocol, { document: providerDocument("fal") });
}

function submit(request: Received, world: World, tasks: Map<string, Task>): SimulatorAnswer {
  const endpoint = request.url.pathname.slice(1);
  const input = receivedJson(request);
  const model = falModels[endpoint];
  if (model === undefined) {
    return { status: 404, json: { detail: `Application '${endpoint}' not found` } };
  }
  const wrong = model.problemOf(input);
  if (wrong !== null) return problem(422, "value_error", wrong);
  const id = world.newId();
  tasks.set(id, { endpoint, input, polls: 0, state: "queued" });
  return {
    headers: { "x-fal-request-id": id },
    json: {
      status: "IN_QUEUE",
      request_id: id,
      ...addressesOf(endpoint, id, world),
      queue_position: 0,
    },
  };
}

/** The URLs contain only owner and name of a model's path. */
function addressesOf(endpoint: string, id: string, { url }: World): Record<string, string> {
  const base = `${url}/${endpoint.split("/").slice(0, 2).join("/")}/requests/${id}`;
  return {
    response_url: `${base}/response`,
    status_url: `${base}/status`,
    cancel_url: `${base}/cancel`,
  };
}

function prices(url: URL): SimulatorAnswer {
  const endpoint_id = url.searchParams.get("endpoint_id");
  if (endpoint_id === null) {
    const error = { type: "validation_error", message: "endpoint_id is required" };
    return { status: 400, json: { error } };
  }
  const price = { endpoint_id, unit_price: 0.035, unit: "megapixels", currency: "USD" };
  return { json: { prices: [price], next_cursor: null, has_more: false } };
}

function answerFor(question: string, task: Task, world: World): SimulatorAnswer {
  switch (question) {
    case "GET /status":
      return statusOf(task, world);
    case "PUT /cancel":
      return cancel(task);
    // The documentation ends the URL with /response, the client does not.
    case "GET ":
    case "GET /response":
      return resultOf(task, world);
    default:
      return { status: 405, json: { detail: "Method Not Allowed" } };
  }
}

function statusOf(task: Task, { scenario }: World): SimulatorAnswer {
  task.polls += 1;
  const { status = "", runningPolls = 1 } = scenario;
  if (task.state === "cancelled") return failed("client_cancelled");
  if (requestErrors[status] !== undefined) return failed(status);
  const isOver = task.polls > runningPolls || modelErrors[status] !== undefined;
  const isKnown = status === "" || modelErrors[status] !== undefined || status.startsWith("unsafe");
  if (!isKnown) return { status: 202, json: { status, logs: null } };
  if (!isOver) return { status: 202, json: { status: "IN_PROGRESS", logs: null } };
  task.state = "completed";
  const failure = modelErrors[status] === undefined ? {} : { error: "The model failed." };
  return {
    json: { status: "COMPLETED", logs: null, metrics: { inference_time: 3.4 }, ...failure },
  };
}

function failed(type: string): SimulatorAnswer {
  const error = `The request ended: ${type}`;
  return { json: { status: "COMPLETED", logs: null, metrics: {}, error, error_type: type } };
}

function cancel(task: Task): SimulatorAnswer {
  if (task.state === "completed") return { status: 400, json: { status: "ALREADY_COMPLETED" } };
  task.state = "cancelled";
  return { status: 202, json: { status: "CANCELLATION_REQUESTED" } };
}

function resultOf({ endpoint, input, state }: Task, world: World): SimulatorAnswer {
  const { status = "" } = world.scenario;
  const type = state === "cancelled" ? "client_cancelled" : status;
  const code = requestErrors[type];
  if (code !== undefined) {
    const json = { detail: `The request ended: ${type}`, error_type: type };
    return { status: code, headers: { "x-fal-error-type": type }, json };
  }
  const error = modelErrors[status];
  if (error !== undefined) return error;
  if (state === "queued") return { status: 400, json: { detail: "Request is still in progress" } };
  const unsafe = Number(/^unsafe_(\d)$/.exec(status)?.[1] ?? 0);
  return { json: falModels[endpoint]?.result(input, { world, unsafe }) };
}
