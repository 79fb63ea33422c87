import { crc32 } from "node:zlib";

import { mediaFile, type MediaName } from "./media-files.ts";
import { receivedForm, receivedJson } from "./received-body.ts";
import {
  type Received,
  simulatorKey,
  startSimulator,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

type Graph = Readonly<Record<string, GraphNode>>;
interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Bounds and values of a node's inputs, as `/object_info` states them. */
interface InputRule {
  readonly type: "INT" | "FLOAT" | "STRING" | "COMBO" | "LINK";
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
}

/** Nodes of the simulated server; each needs no weights in the real one. */
const nodeRules: Readonly<Record<string, Readonly<Record<string, InputRule>>>> = {
  EmptyImage: {
    width: { type: "INT", min: 1, max: 16_384 },
    height: { type: "INT", min: 1, max: 16_384 },
    batch_size: { type: "INT", min: 1, max: 4_096 },
    color: { type: "INT", min: 0, max: 16_777_215 },
  },
  ImageScaleBy: {
    image: { type: "LINK" },
    upscale_method: { type: "COMBO", values: ["nearest-exact", "bilinear", "lanczos"] },
    scale_by: { type: "FLOAT", min: 0.01, max: 8 },
  },
  LoadImage: { image: { type: "STRING" } },
  SaveImage: { images: { type: "LINK" }, filename_prefix: { type: "STRING" } },
  PreviewImage: { images: { type: "LINK" } },
};

/** Values of a server's machine, which callers must never read. */
export const comfySecret = "/home/operator/ComfyUI/models/private.safetensors";

interface Prompt {
  readonly number: number;
  readonly id: string;
  readonly graph: Graph;
  readonly extra: Readonly<Record<string, unknown>>;
  polls: number;
  isInterrupted: boolean;
}

export interface ComfyOptions {
  /** Polls for which an interrupted prompt goes on; a node is not stopped inside one step. Default: 0. */
  readonly interruptPolls?: number;
  /** A server without a proxy that asks for a key, as ComfyUI is delivered. */
  readonly isOpen?: boolean;
}

export interface ComfySimulator extends Simulator {
  /** Ids of all prompts that the server has accepted, one entry for each run. */
  runs(): readonly string[];
  /** Forgets queue and history, as a restart does. */
  restart(): void;
}

/**
 * ComfyUI behind a proxy with a key, by what 0.3.64 did: a repeated id runs twice and its second result replaces the first, the
 * history is empty before the end and for unknown ids, an interruption takes effect between nodes, and a deleted prompt leaves
 * no history. A prompt runs for `runningPolls` reads of the queue.
 */
export async function startComfyui(options: ComfyOptions = {}): Promise<ComfySimulator> {
  const queue: Prompt[] = [];
  const history = new Map<string, object>();
  const uploads = new Set<string>();
  const files = new Map<string, MediaName>();
  const runs: string[] = [];
  let saved = 0;

  /** Ends the first prompt of the queue when it has been polled often enough. */
  function advance({ scenario }: World): void {
    const [first] = queue;
    if (first === undefined) return;
    const { status, runningPolls = 1 } = scenario;
    if (status === "queue_pending" || status === "queue_running") return;
    if (status !== undefined) return end(first, status);
    first.polls += 1;
    if (first.isInterrupted && first.polls > (options.interruptPolls ?? 0)) {
      return end(first, "execution_interrupted");
    }
    if (!first.isInterrupted && first.polls > runningPolls) end(first, "execution_success");
  }

  function end(prompt: Prompt, event: string): void {
    queue.splice(queue.indexOf(prompt), 1);
    const isKnown = event.startsWith("execution_");
    const isDone = event === "execution_success";
    const statusWord = isDone ? "success" : isKnown ? "error" : event;
    history.set(prompt.id, {
      prompt: [prompt.number, prompt.id, prompt.graph, prompt.extra, outputsOf(prompt.graph)],
      outputs: isDone ? save(prompt.graph) : {},
      status: {
        status_str: statusWord,
        completed: isDone,
        messages: [
          ["execution_start", { prompt_id: prompt.id, timestamp: 1 }],
          [event, { prompt_id: prompt.id, ...(isDone ? {} : failure) }],
        ],
      },
      meta: {},
    });
  }

  /** One file for each image of a batch. `images` is the name of a list whatever the kind of its files. */
  function save(graph: Graph): object {
    return Object.fromEntries(
      outputsOf(graph).map((node) => {
        const { class_type: kind, inputs } = graph[node] ?? { class_type: "", inputs: {} };
        const images = Array.from({ length: batchOf(graph, node) }, () => {
          saved += 1;
          const isTemporary = kind === "PreviewImage";
          const prefix = isTemporary ? "ComfyUI_temp" : String(inputs["filename_prefix"]);
          const filename = `${prefix}_${String(saved).padStart(5, "0")}_.png`;
          files.set(filename, "png");
          return { filename, subfolder: "", type: isTemporary ? "temp" : "output" };
        });
        return [node, { images }];
      }),
    );
  }

  function submit(request: Received): SimulatorAnswer {
    const body = receivedJson(request) as {
      prompt?: Graph;
      prompt_id?: string;
      extra_data?: Record<string, unknown>;
    };
    const { prompt: graph, prompt_id: id = "", extra_data: extra = {} } = body;
    if (graph === undefined) return refusal("no_prompt");
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      return refusal("invalid_prompt_id");
    const unknown = Object.values(graph).find(({ class_type: name }) => !(name in nodeRules));
    if (unknown !== undefined) return refusal("invalid_prompt");
    const outputs = outputsOf(graph);
    if (outputs.length === 0) return refusal("prompt_no_outputs");
    const errors = nodeErrors(graph, uploads);
    const runnable = outputs.filter((node) => !dependsOn(graph, node, Object.keys(errors)));
    if (runnable.length === 0) {
      const error = { type: "prompt_outputs_failed_validation", message: comfySecret };
      return { status: 400, json: { error: { ...error, details: "" }, node_errors: errors } };
    }
    const number = runs.push(id);
    queue.push({ number, id, graph, extra, polls: 0, isInterrupted: false });
    return { json: { prompt_id: id, number, node_errors: errors } };
  }

  function change(request: Received, path: string): SimulatorAnswer {
    const body = receivedJson(request) as { delete?: string[]; prompt_id?: string };
    if (path === "/queue") {
      for (const id of body.delete ?? []) {
        const place = queue.findIndex((each, index) => index > 0 && each.id === id);
        if (place !== -1) queue.splice(place, 1);
      }
    } else {
      const [running] = queue;
      if (running !== undefined && (body.prompt_id ?? running.id) === running.id) {
        running.isInterrupted = true;
        running.polls = 0;
      }
    }
    return { bytes: new Uint8Array(), contentType: "application/octet-stream" };
  }

  function readQueue(world: World): SimulatorAnswer {
    advance(world);
    const items = queue.map(({ number, id, graph, extra }) => [
      number,
      id,
      graph,
      extra,
      outputsOf(graph),
    ]);
    const isWaiting = world.scenario.status === "queue_pending";
    return {
      json: {
        queue_running: isWaiting ? [] : items.slice(0, 1),
        queue_pending: isWaiting ? items : items.slice(1),
      },
    };
  }

  async function upload(request: Received): Promise<SimulatorAnswer> {
    const form = await receivedForm(request);
    const file = form.get("image");
    if (!(file instanceof File) || file.size === 0) return { status: 400, json: null };
    const given = form.get("subfolder");
    const subfolder = typeof given === "string" ? given : "";
    uploads.add(subfolder === "" ? file.name : `${subfolder}/${file.name}`);
    return { json: { name: file.name, subfolder, type: "input" } };
  }

  function view(url: URL): SimulatorAnswer {
    const name = files.get(url.searchParams.get("filename") ?? "");
    if (name === undefined) return { status: 404, json: null };
    return { bytes: withWorkflow(mediaFile(name)), contentType: "image/png" };
  }

  const simulator = await startSimulator({
    isPaid: ({ method, url }) => method === "POST" && url.pathname === "/prompt",
    refusals: {
      unknown_node: refusal("invalid_prompt"),
      no_output: refusal("prompt_no_outputs"),
      no_route: { status: 404, json: null },
      rate_limited: { status: 429, json: null },
      too_large: { status: 413, json: null },
    },
    async answer(request, world) {
      const { method, url, headers } = request;
      if (options.isOpen !== true && headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return { status: 401, json: null };
      }
      switch (`${method} ${url.pathname}`) {
        case "GET /system_stats":
          return { json: { system: { comfyui_version: "0.3.64" }, devices: [] } };
        case "GET /object_info":
          return { json: objectInfo() };
        case "GET /queue":
          return readQueue(world);
        case "GET /view":
          return view(url);
        case "POST /prompt":
          return submit(request);
        case "POST /queue":
        case "POST /interrupt":
          return change(request, url.pathname);
        case "POST /upload/image":
          return upload(request);
      }
      const [, id] = /^\/history\/([^/]+)$/.exec(url.pathname) ?? [];
      if (method !== "GET" || id === undefined) return { status: 404, json: null };
      const entry = history.get(id);
      return { json: entry === undefined ? {} : { [id]: entry } };
    },
  });
  return {
    ...simulator,
    get url() {
      return simulator.url;
    },
    runs: () => runs,
    restart() {
      queue.length = 0;
      history.clear();
    },
  };
}

/** ComfyUI stores the workflow in a text chunk of each PNG, after the header. */
function withWorkflow(png: Buffer): Buffer {
  const body = Buffer.from(`tEXtprompt\0{"4":{"inputs":{"ckpt_name":"${comfySecret}"}}}`, "latin1");
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.byteLength - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, checksum, png.subarray(33)]);
}

const failure = {
  node_id: "2",
  node_type: "ImageScaleBy",
  exception_message: `cannot read ${comfySecret}`,
  exception_type: "RuntimeError",
  traceback: [comfySecret],
};

function refusal(type: string): SimulatorAnswer {
  const error = { type, message: comfySecret, details: comfySecret, extra_info: {} };
  return { status: 400, json: { error, node_errors: [] } };
}

function objectInfo(): object {
  const words: Readonly<Record<InputRule["type"], string>> = {
    INT: "INT",
    FLOAT: "FLOAT",
    STRING: "STRING",
    COMBO: "COMBO",
    LINK: "IMAGE",
  };
  return Object.fromEntries(
    Object.entries(nodeRules).map(([name, inputs]) => [
      name,
      {
        name,
        output_node: name === "SaveImage" || name === "PreviewImage",
        input: {
          required: Object.fromEntries(
            Object.entries(inputs).map(([input, { type, min, max, values }]) => [
              input,
              [values ?? words[type], min === undefined ? {} : { min, max }],
            ]),
          ),
        },
      },
    ]),
  );
}

function outputsOf(graph: Graph): string[] {
  return Object.entries(graph).flatMap(([node, { class_type: name }]) =>
    name === "SaveImage" || name === "PreviewImage" ? [node] : [],
  );
}

function linksOf(node: GraphNode | undefined): string[] {
  return Object.values(node?.inputs ?? {}).flatMap((value) =>
    Array.isArray(value) ? [String(value[0])] : [],
  );
}

function dependsOn(graph: Graph, node: string, wanted: readonly string[]): boolean {
  return (
    wanted.includes(node) || linksOf(graph[node]).some((each) => dependsOn(graph, each, wanted))
  );
}

function batchOf(graph: Graph, node: string): number {
  const batch = graph[node]?.inputs["batch_size"];
  if (typeof batch === "number") return batch;
  return Math.max(1, ...linksOf(graph[node]).map((each) => batchOf(graph, each)));
}

function nodeErrors(graph: Graph, uploads: ReadonlySet<string>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(graph).flatMap(([id, { class_type: name, inputs }]) => {
      const errors = Object.entries(nodeRules[name] ?? {}).flatMap(([input, rule]) => {
        const type = problemOf(inputs[input], rule, { name, uploads });
        const extra = { input_name: input, input_config: [[comfySecret]] };
        return type === null
          ? []
          : [{ type, message: comfySecret, details: comfySecret, extra_info: extra }];
      });
      return errors.length === 0
        ? []
        : [[id, { errors, dependent_outputs: [], class_type: name }] as const];
    }),
  );
}

function problemOf(
  value: unknown,
  { type, min = 0, max = Number.MAX_SAFE_INTEGER, values }: InputRule,
  { name, uploads }: { name: string; uploads: ReadonlySet<string> },
): string | null {
  if (value === undefined) return "required_input_missing";
  if (type === "LINK") return Array.isArray(value) ? null : "bad_linked_input";
  if (type === "INT" || type === "FLOAT") {
    if (typeof value !== "number") return "invalid_input_type";
    return value < min ? "value_smaller_than_min" : value > max ? "value_bigger_than_max" : null;
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (values !== undefined && !values.includes(text)) return "value_not_in_list";
  return name === "LoadImage" && !uploads.has(text) ? "custom_validation_failed" : null;
}
