import { mediaFile, type MediaName } from "./media-files.ts";
import { createdFirst, createdSecond, spoken } from "./minimax-rules.ts";
import { providerDocument } from "./provider-document.ts";
import { receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** An error of the first version: status 200. */
function stated(status_code: number, status_msg: string): SimulatorAnswer {
  return { json: { base_resp: { status_code, status_msg } } };
}

/** An error of the second version. */
function refused(status: number, type: string, message: string): SimulatorAnswer {
  const error = { type, message, http_code: String(status) };
  return { status, json: { type: "error", error, request_id: "0123456789abcdef0123456789abcdef" } };
}

const fine = { status_code: 0, status_msg: "success" };

const refusals: Protocol["refusals"] = {
  moderated: refused(422, "unprocessable_entity_error", "input new_sensitive (1026)"),
  balance: refused(402, "insufficient_balance_error", "insufficient balance (1008)"),
  rate_limited: refused(429, "rate_limit_error", "rate limit (1002)"),
  used_up: refused(429, "rate_limit_error", "usage limit exceeded (2056)"),
  invalid: refused(400, "bad_request_error", "invalid params (2013)"),
  moderated_200: stated(1026, "input new_sensitive"),
  result_moderated_200: stated(1027, "output new_sensitive"),
  balance_200: stated(1008, "insufficient balance"),
  rate_limited_200: stated(1002, "rate limit"),
  tokens_200: stated(1039, "token limit"),
  used_up_200: stated(2056, "usage limit exceeded"),
  not_in_plan_200: stated(2061, "your current plan does not support this model"),
  key_200: stated(2049, "invalid API Key"),
  invalid_200: stated(2013, "invalid params"),
};

interface Task {
  readonly id: string;
  readonly version: 1 | 2;
  readonly callbackUrl: string | null;
  polls: number;
  canceled: boolean;
}

export interface Minimax extends Simulator {
  /**
   * Sends a challenge to each webhook URL and, if the URL echoes it in time, reports the task as done;
   * returns the response statuses.
   */
  sendWebhooks(origin: string): Promise<(number | "no echo")[]>;
}

/** platform.minimax.io: videos of two versions, and speech. */
export async function startMinimax(): Promise<Minimax> {
  const tasks = new Map<string, Task>();
  let ids = 100_000_000_000_000;

  function create(version: 1 | 2, request: Received): SimulatorAnswer {
    ids += 1;
    const id = String(ids);
    const callbackUrl = wordIn(receivedJson(request), "callback_url") ?? null;
    tasks.set(id, { id, version, callbackUrl, polls: 0, canceled: false });
    return { json: version === 1 ? { task_id: id, base_resp: fine } : { task_id: id } };
  }

  /** A task is queued at first, then runs. */
  function wordFor(task: Task, { status, runningPolls = 1 }: World["scenario"]): string {
    if (task.canceled) return "cancelled";
    task.polls += 1;
    if (status !== undefined) return status;
    const [waiting, running, done] =
      task.version === 1
        ? ["Queueing", "Processing", "Success"]
        : ["queued", "running", "succeeded"];
    if (task.polls > runningPolls) return done;
    return task.polls === 1 ? waiting : running;
  }

  function queryFirst({ url }: Received, world: World): SimulatorAnswer {
    const task = tasks.get(url.searchParams.get("task_id") ?? "");
    if (task?.version !== 1) return stated(2013, "invalid params, task_id");
    const status = wordFor(task, world.scenario);
    const file_id = status === "Success" ? `9${task.id}` : "";
    return {
      json: {
        task_id: task.id,
        status,
        file_id,
        video_width: 1366,
        video_height: 768,
        base_resp: fine,
      },
    };
  }

  function retrieve({ url }: Received, world: World): SimulatorAnswer {
    const id = url.searchParams.get("file_id") ?? "";
    if (!tasks.has(id.slice(1))) return stated(2013, "invalid params, file_id");
    return {
      json: {
        file: {
          file_id: Number(id),
          bytes: 5_896_337,
          created_at: 1_700_469_398,
          filename: "output.mp4",
          purpose: "video_generation",
          download_url: world.publish("mp4"),
        },
        base_resp: fine,
      },
    };
  }

  function querySecond(id: string, world: World): SimulatorAnswer {
    const task = tasks.get(id);
    if (task?.version !== 2) return refused(400, "bad_request_error", "invalid task_id (2013)");
    const status = wordFor(task, world.scenario);
    return {
      json: {
        task: {
          id,
          model: "MiniMax-H3",
          status,
          ...(status === "succeeded" ? { content: { url: world.publish("mp4") } } : {}),
          ...(status === "failed" ? { error: { code: "1000", message: "unknown error" } } : {}),
          task_type: "generation",
          modality: "video",
        },
      },
    };
  }

  /** Cancels a queued task, deletes a finished one, and leaves a running one unchanged. */
  function remove(id: string, { scenario }: World): SimulatorAnswer {
    const task = tasks.get(id);
    if (task?.version !== 2) return refused(400, "bad_request_error", "invalid task_id (2013)");
    if (task.canceled) return refused(400, "bad_request_error", "status is cancelled (2013)");
    if (task.polls > (scenario.runningPolls ?? 1)) {
      tasks.delete(id);
      return { json: { task_id: id, action: "deleted", status: "deleted" } };
    }
    if (task.polls > 1) return refused(400, "bad_request_error", "status is running (2013)");
    task.canceled = true;
    return { json: { task_id: id, action: "cancelled", status: "cancelled" } };
  }

  function speech(request: Received): SimulatorAnswer {
    const body = receivedJson(request);
    const { format, problem } = spoken(body);
    if (problem !== null) return stated(2013, problem);
    const isSilent = body["text"] === "say nothing";
    const audio = isSilent ? "" : audioOf(format).toString("hex");
    return {
      json: {
        data: { audio, status: 2 },
        extra_info: { audio_length: 300, audio_format: format, usage_characters: 22 },
        trace_id: "01b8bf9bb7433cc75c18eee6cfa8fe21",
        base_resp: fine,
      },
    };
  }

  const creates = ["/v1/video_generation", "/v2/video_generation", "/v1/t2a_v2"];
  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && creates.includes(url.pathname),
    refusals,
    answer(request, world) {
      const { method, url, headers } = request;
      const path = url.pathname;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
        const message = "login fail: Please carry the API secret key";
        return path.startsWith("/v1/")
          ? stated(1004, message)
          : refused(401, "authorized_error", `${message} (1004)`);
      }
      const id = path.split("/").at(-1) ?? "";
      switch (`${method} ${path}`) {
        case "POST /v1/video_generation": {
          const body = receivedJson(request);
          if (body["prompt"] === "make trouble") return stated(1024, "internal error");
          const problem = createdFirst(body);
          return problem === null ? create(1, request) : stated(2013, problem);
        }
        case "POST /v2/video_generation": {
          const problem = createdSecond(receivedJson(request));
          return problem === null
            ? create(2, request)
            : refused(400, "bad_request_error", `${problem} (2013)`);
        }
        case "POST /v1/t2a_v2":
          return speech(request);
        case "GET /v1/query/video_generation":
          return queryFirst(request, world);
        case "GET /v1/files/retrieve":
          return retrieve(request, world);
        case "GET /v2/query/video_generation":
          return { json: { items: [], total: 0 } };
        case `GET /v2/query/video_generation/${id}`:
          return querySecond(id, world);
        case `DELETE /v2/video_generation/${id}`:
          return remove(id, world);
        default:
          return { status: 404, json: {} };
      }
    },
  };
  const simulator = await startSimulator(protocol, { document: providerDocument("minimax") });
  return {
    ...simulator,
    sendWebhooks: async (origin) =>
      Promise.all([...tasks.values()].map(async (task) => sendWebhook(task, origin))),
  };
}

const echoMs = 3_000;

async function sendWebhook({ id, callbackUrl }: Task, origin: string): Promise<number | "no echo"> {
  if (callbackUrl === null) throw new Error("the task asked for no webhook");
  const address = new URL(new URL(callbackUrl).pathname, origin);
  const post = async (body: object) =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(echoMs),
    });
  const challenge = `challenge of ${id}`;
  const echo = (await (await post({ challenge })).json()) as { challenge?: string };
  if (echo.challenge !== challenge) return "no echo";
  return (await post({ task_id: id, status: "success", file_id: `9${id}`, base_resp: fine }))
    .status;
}

/** PCM has no header, so any even number of bytes is sound. */
function audioOf(format: string): Buffer {
  return format === "pcm" ? Buffer.alloc(64) : mediaFile(format as MediaName);
}
