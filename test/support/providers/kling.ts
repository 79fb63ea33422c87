import { klingProblemOf } from "./kling-rules.ts";
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
  readonly externalId: string | undefined;
  polls: number;
}

const lipSyncPath = "/v1/videos/advanced-lip-sync";
const imagePath = "/v1/images/omni-image";

/** The envelope of every response. */
function answered(data: unknown): SimulatorAnswer {
  return { json: { code: 0, message: "SUCCEED", request_id: "req-sim", data } };
}

function refused(status: number, code: number, message: string): SimulatorAnswer {
  return { status, json: { code, message, request_id: "req-sim" } };
}

const refusals: Protocol["refusals"] = {
  moderated: refused(400, 1301, "The request triggers the platform's content security policy"),
  policy: refused(400, 1300, "Request blocked by platform policy"),
  balance: refused(429, 1102, "Account balance not enough"),
  arrears: refused(429, 1101, "Account in arrears"),
  account: refused(429, 1100, "Abnormal account status"),
  rate_limited: refused(429, 1302, "Too many requests"),
  concurrency: refused(429, 1303, "parallel task over resource pack limit"),
  address_list: refused(429, 1304, "Trigger the platform's IP whitelist policy"),
  not_sold: refused(403, 1103, "Unauthorized access to requested resource"),
  invalid: refused(400, 1201, "settings.duration value '99' is invalid"),
  unknown_path: refused(404, 1203, "The requested resource does not exist"),
};

/** kling.ai/document-api: the new standard for videos, and the legacy one for lip sync. */
export async function startKling(): Promise<Simulator> {
  const tasks: Task[] = [];
  const lipSyncs: Task[] = [];
  const images: Task[] = [];
  const sessions = new Set<string>();

  /** Unique across all products of an account. */
  const isTaken = (externalId: string | undefined) =>
    externalId !== undefined &&
    [...tasks, ...lipSyncs, ...images].some((task) => task.externalId === externalId);

  function create(list: Task[], externalId: unknown, world: World): Task | SimulatorAnswer {
    const own = typeof externalId === "string" ? externalId : undefined;
    if (isTaken(own)) return refused(400, 1201, `external_task_id ${own ?? ""} already exists`);
    const task: Task = { id: world.newId(), externalId: own, polls: 0 };
    list.push(task);
    return task;
  }

  function wordFor(task: Task, world: World, success: string): string {
    task.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    return status ?? (task.polls > runningPolls ? success : "processing");
  }

  function createVideo(request: Received, world: World): SimulatorAnswer {
    const body = receivedJson(request);
    const problem = klingProblemOf(request.url.pathname, body);
    if (problem === "no such path") return refused(404, 1203, problem);
    if (problem !== null) return refused(400, 1201, problem);
    const options = (body["options"] ?? {}) as Record<string, unknown>;
    const task = create(tasks, options["external_task_id"], world);
    if (!("polls" in task)) return task;
    const time = { create_time: 1_781_080_778_802, update_time: 1_781_080_778_802 };
    return answered({
      id: task.id,
      status: "submitted",
      ...time,
      external_id: task.externalId ?? "",
    });
  }

  function query({ url }: Received, world: World): SimulatorAnswer {
    const [ids, externalIds] = ["task_ids", "external_task_ids"].map((name) =>
      url.searchParams.get(name)?.split(","),
    );
    if ((ids === undefined) === (externalIds === undefined)) {
      return refused(400, 1201, "either task_ids or external_task_ids");
    }
    const wanted = ids ?? externalIds ?? [];
    if (wanted.length > 20) return refused(400, 1201, "cannot exceed 20 in total");
    const found = tasks.filter((task) =>
      wanted.includes(ids === undefined ? (task.externalId ?? "") : task.id),
    );
    return answered(found.map((task) => present(task, world)));
  }

  function present(task: Task, world: World): object {
    const status = wordFor(task, world, "succeeded");
    const video = () => ({
      type: "video",
      id: "930801301486305328",
      url: world.publish("mp4"),
      watermark_url: "",
      duration: "5.041",
    });
    return {
      id: task.id,
      status,
      message: status === "failed" ? "the generation failed" : "",
      create_time: 1_781_080_778_802,
      update_time: 1_781_080_794_151,
      external_id: task.externalId ?? "",
      outputs: status === "succeeded" ? [video()] : [],
      billing: status === "succeeded" ? [{ charge_type: "unit", amount: "3" }] : [],
    };
  }

  function identify(request: Received, world: World): SimulatorAnswer {
    const body = receivedJson(request);
    const { video_url: address } = body;
    if (Object.keys(body).length !== 1 || typeof address !== "string" || !isAddress(address)) {
      return refused(400, 1201, "either video_id or video_url");
    }
    const session_id = world.newId();
    sessions.add(session_id);
    const face_data = address.includes("nobody")
      ? []
      : [
          { face_id: "0", face_image: "https://x.example/0", start_time: 0, end_time: 1_000 },
          { face_id: "1", face_image: "https://x.example/1", start_time: 0, end_time: 5_000 },
        ];
    return answered({ session_id, face_data, final_unit_deduction: "0.05" });
  }

  function syncLips(request: Received, world: World): SimulatorAnswer {
    const body = receivedJson(request);
    const problem = lipSyncProblemOf(body, sessions);
    if (problem !== null) return refused(400, 1201, problem);
    const task = create(lipSyncs, body["external_task_id"], world);
    if (!("polls" in task)) return task;
    return answered({
      task_id: task.id,
      task_info: { external_task_id: task.externalId },
      task_status: "submitted",
      created_at: 1_722_769_557_708,
      updated_at: 1_722_769_557_708,
    });
  }

  function queryLipSync({ url }: Received, world: World): SimulatorAnswer {
    const id = decodeURIComponent(url.pathname.slice(lipSyncPath.length + 1));
    const task = lipSyncs.find((each) => each.id === id || each.externalId === id);
    if (task === undefined) {
      return refused(400, 1201, `Task not found by id/external id: ${id}`);
    }
    const status = wordFor(task, world, "succeed");
    const videos =
      status === "succeed" ? [{ id: "1", url: world.publish("mp4"), duration: "5" }] : [];
    return answered({
      task_id: task.id,
      task_status: status,
      task_status_msg: status === "failed" ? "the generation failed" : "",
      task_info: { parent_video: { id: "1", url: "https://x.example/v", duration: "5" } },
      task_result: { videos },
    });
  }

  function drawImages(request: Received, world: World): SimulatorAnswer {
    const body = receivedJson(request);
    const problem = imageProblemOf(body);
    if (problem !== null) return refused(400, 1201, problem);
    const task = create(images, body["external_task_id"], world);
    if (!("polls" in task)) return task;
    return answered({
      task_id: task.id,
      task_info: { external_task_id: task.externalId },
      task_status: "submitted",
      created_at: 1_722_769_557_708,
      updated_at: 1_722_769_557_708,
    });
  }

  function queryImages({ url }: Received, world: World): SimulatorAnswer {
    const id = decodeURIComponent(url.pathname.slice(imagePath.length + 1));
    const task = images.find((each) => each.id === id || each.externalId === id);
    if (task === undefined) return refused(400, 1201, `Task not found by id/external id: ${id}`);
    const status = wordFor(task, world, "succeed");
    const isDone = status === "succeed";
    return answered({
      task_id: task.id,
      task_status: status,
      task_status_msg: status === "failed" ? "the generation failed" : "",
      task_result: {
        result_type: "single",
        images: isDone ? [{ index: 0, url: world.publish("png"), watermark_url: "" }] : [],
      },
      ...(isDone ? { final_unit_deduction: "8" } : {}),
    });
  }

  return startSimulator({
    isPaid: ({ method, url }) => method === "POST" && url.pathname !== "/tasks",
    refusals,
    answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return refused(401, 1002, "Authorization is invalid");
      }
      if (method === "GET") {
        if (url.pathname === "/tasks") return query(request, world);
        if (url.pathname.startsWith(`${lipSyncPath}/`)) return queryLipSync(request, world);
        if (url.pathname.startsWith(`${imagePath}/`)) return queryImages(request, world);
        if (url.pathname === "/account/costs") return costs(url);
        return refused(404, 1203, "no such path");
      }
      if (url.pathname === "/v1/videos/identify-face") return identify(request, world);
      if (url.pathname === lipSyncPath) return syncLips(request, world);
      if (url.pathname === imagePath) return drawImages(request, world);
      return createVideo(request, world);
    },
  });
}

function costs({ searchParams }: URL): SimulatorAnswer {
  const times = ["start_time", "end_time"].map((name) => Number(searchParams.get(name)));
  if (times.some((time) => !(time > 1e12))) return refused(400, 1201, "start_time and end_time");
  return answered({ code: 0, msg: "", resource_pack_subscribe_infos: [] });
}

/** The vendor's page of the omni images, 2026-09-20. */
function imageProblemOf(body: Readonly<Record<string, unknown>>): string | null {
  const resolutions: Readonly<Record<string, readonly unknown[]>> = {
    "kling-image-o1": ["1k", "2k"],
    "kling-v3-omni": ["1k", "2k", "4k"],
  };
  const ratios = ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "auto"];
  const {
    model_name: model,
    prompt,
    image_list: pictures = [],
    resolution = "1k",
    n = 1,
    aspect_ratio: ratio = "auto",
    external_task_id: _id,
    callback_url: _callback,
    ...others
  } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `${unknown} is unknown`;
  if (resolutions[String(model)]?.includes(resolution) !== true) return "resolution is invalid";
  if (typeof prompt !== "string" || prompt === "" || prompt.length > 2_500) return "prompt";
  if (!Number.isInteger(n) || Number(n) < 1 || Number(n) > 9) return "n is invalid";
  if (!ratios.includes(String(ratio))) return "aspect_ratio is invalid";
  const list = pictures as { readonly image?: unknown }[];
  const areImages = list.every(
    ({ image }) => typeof image === "string" && (isAddress(image) || isBase64(image)),
  );
  return list.length <= 10 && areImages ? null : "image_list is invalid";
}

function lipSyncProblemOf(
  body: Readonly<Record<string, unknown>>,
  sessions: ReadonlySet<string>,
): string | null {
  const known = ["session_id", "face_choose", "watermark_info", "external_task_id", "callback_url"];
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) return `${unknown} is unknown`;
  if (!sessions.has(String(body["session_id"]))) return "session_id is unknown";
  const [face, ...others] = body["face_choose"] as Record<string, unknown>[];
  if (face === undefined || others.length > 0) return "face_choose takes one person";
  for (const name of ["sound_start_time", "sound_end_time", "sound_insert_time"]) {
    if (!Number.isInteger(face[name])) return `${name} is required`;
  }
  if (Number(face["sound_end_time"]) - Number(face["sound_start_time"]) < 2_000) {
    return "the cropped sound must not be shorter than 2 seconds";
  }
  if (typeof face["face_id"] !== "string") return "face_id is required";
  const sound = face["sound_file"];
  if (typeof sound !== "string" || !(isAddress(sound) || isBase64(sound))) {
    return "sound_file or audio_id";
  }
  return null;
}

function isAddress(text: string): boolean {
  return URL.parse(text)?.protocol === "https:";
}

function isBase64(text: string): boolean {
  return text.length > 8 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
