import type { MediaEngine, OutputFile } from "@gme/client";
import { fromPath } from "@gme/client/node";

import { CliError } from "../cli-error.ts";
import { describeError } from "../describe-error.ts";
import { unreadable } from "../read-inputs.ts";
import { checkTarget, saveOutputs } from "../save-outputs.ts";
import type { LocalFolder } from "./local-folder.ts";
import type { Message } from "./message.ts";

/** Definition of a tool in the response of `tools/list`. */
interface ListedTool {
  readonly name: string;
  readonly inputSchema?: { readonly properties?: Readonly<Record<string, object>> };
}

interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}

/** Tools of this machine, next to those of the engine. */
export interface LocalTools {
  /** Adds the local tools to a response of `tools/list`; any other message stays as it is. */
  readonly addTo: (response: Message) => Message;
  /** Runs a call that concerns local files; null for any other call, which belongs to the engine. */
  readonly run: (message: Message, signal: AbortSignal) => Promise<ToolResult> | null;
}

const text = (description: string) => ({ type: "string", description });

const saveOutput = {
  name: "save_output",
  title: "Save a result",
  description:
    "Stores the files of a completed job below the working folder. Never replaces a file. Returns the paths.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  inputSchema: {
    type: "object",
    properties: {
      job_id: text("Job whose files to store."),
      output_id: text("One file of the job; default: all."),
      path: text("File, or folder/ that exists, relative to the working folder."),
    },
    required: ["job_id", "path"],
    additionalProperties: false,
  },
} as const;

export function createLocalTools(engine: MediaEngine, folder: LocalFolder): LocalTools {
  const runs = {
    add_file: async (args: Arguments) => addFile(engine, folder, args),
    save_output: async (args: Arguments, signal: AbortSignal) =>
      saveFiles(engine, folder, args, signal),
  };
  return {
    addTo: (response) => {
      const tools = response.result?.["tools"];
      if (!Array.isArray(tools)) return response;
      const all = [...(tools as ListedTool[]).map(withPath), saveOutput];
      return { ...response, result: { ...response.result, tools: all } };
    },
    run({ method, params }, signal) {
      const name = params?.["name"];
      const args = (params?.["arguments"] ?? {}) as Arguments;
      if (method !== "tools/call") return null;
      const isLocal = name === "save_output" || (name === "add_file" && args["path"] !== undefined);
      return isLocal ? runs[name](args, signal).catch(toErrorResult) : null;
    },
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/** `add_file` of the engine takes a path, too. */
function withPath(tool: ListedTool): ListedTool & { description?: string } {
  if (tool.name !== "add_file") return tool;
  const { inputSchema } = tool;
  const path = text("Local file, relative to the working folder.");
  return {
    ...tool,
    description:
      "Adds a file for inputs of generate: a local file by path, or a file behind a public url. Returns its " +
      "assetId. Never send the bytes of a file as an argument.",
    inputSchema: { ...inputSchema, properties: { path, ...inputSchema?.properties } },
  };
}

async function addFile(
  engine: MediaEngine,
  folder: LocalFolder,
  args: Arguments,
): Promise<ToolResult> {
  const path = readText(args, "path");
  if (args["url"] !== undefined) throw new CliError("Set either path or url, not both.");
  const file = await fromPath(await folder.findFile(path)).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof CliError ? error : unreadable(path, error);
  });
  const { assetId, kind, contentType, bytes } = await engine.assets.upload(file);
  const described = `assetId ${assetId} (${kind}, ${contentType}, ${bytes} bytes)`;
  return {
    content: [{ type: "text", text: described }],
    structuredContent: { assetId, kind, contentType, bytes },
  };
}

async function saveFiles(
  engine: MediaEngine,
  folder: LocalFolder,
  args: Arguments,
  signal: AbortSignal,
): Promise<ToolResult> {
  const jobId = readText(args, "job_id");
  const target = await folder.findPlace(readText(args, "path"));
  await checkTarget(target, false);
  const outputs = selectOutputs(await engine.jobs.get(jobId, { signal }), args["output_id"]);
  const paths = await saveOutputs(outputs, { target, jobId, force: false });
  return {
    content: [{ type: "text", text: `Stored ${paths.join(", ")}` }],
    structuredContent: { paths },
  };
}

function selectOutputs(
  { jobId, status, outputs }: Awaited<ReturnType<MediaEngine["jobs"]["get"]>>,
  outputId: unknown,
): readonly OutputFile[] {
  if (status !== "completed") {
    throw new CliError(
      `${jobId} is ${status}: only a completed job has files. Call get_job first.`,
    );
  }
  const selected = outputs.filter(
    (output) => outputId === undefined || output.outputId === outputId,
  );
  if (selected.length > 0) return selected;
  const known = outputs.map((output) => output.outputId).join(", ");
  throw new CliError(`${jobId} has no output ${String(outputId)}. Its outputs: ${known}.`);
}

function readText(args: Arguments, name: string): string {
  const value = args[name];
  if (typeof value === "string" && value !== "" && !value.includes("\0")) return value;
  throw new CliError(`The argument ${name} must be a text that is not empty.`);
}

function toErrorResult(error: unknown): ToolResult {
  const { lines, code } = describeError(error);
  const hint = lines.join("\n").replace(", or add --force", "");
  return {
    content: [{ type: "text", text: hint }],
    structuredContent: { error: { code, message: lines[0] } },
    isError: true,
  };
}
