import {
  type CallToolResult,
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
  type McpServerFactory,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import { reportInput, toIssues } from "#api/http/issues.ts";
import { apiVersion } from "#api/http/openapi.ts";
import { toAppError } from "#api/middleware/errors.ts";
import { AppError } from "#domain/errors.ts";

import { callRoute } from "./call-route.ts";
import type { Exchange } from "./exchange.ts";
import type { McpCall } from "./mcp-call.ts";
import { outputUriTemplate } from "./output-uri.ts";
import { readOutput } from "./resources.ts";
import { toErrorResult } from "./results/error-result.ts";
import { createStateCodec } from "./state-codec.ts";
import { cancelTask, getTask, refuseUpdate, tasksExtension } from "./tasks.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools/index.ts";
import { readViewer, viewerType, viewerUri } from "./viewer/viewer.ts";

const instructions =
  "Makes images, video, audio and 3D with models of many providers. Use generate with the person's own words. " +
  "Results are files behind URLs: always give the person the URL. Long jobs: call get_job until they end.";

/** Lists change only with a deployment. */
const listHint = { ttlMs: 300_000, cacheScope: "private" } as const;
const cacheHints = {
  "server/discover": listHint,
  "tools/list": listHint,
  "resources/list": listHint,
  "resources/templates/list": listHint,
} as const;

const listed = tools.map((tool) => ({ tool, inputSchema: listedSchema(tool) }));
const taskSchemas = { params: z.object({ taskId: z.string() }), result: z.looseObject({}) };
const tasksCapability = { requiredCapabilities: { extensions: { [tasksExtension]: {} } } };

/** Creates the server of one request; clients of both protocol eras get the same tools. */
export const createServer: McpServerFactory = ({ authInfo }) => {
  const exchange = authInfo?.extra?.["exchange"] as Exchange;
  const stateCodec = createStateCodec(exchange.dependencies.settings.signingSecret);
  const toCall = (context: ServerContext) => createCall(exchange, context, stateCodec);
  const server = new McpServer(
    { name: "generative-media-engine", title: "Generative Media Engine", version: apiVersion },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        extensions: { [tasksExtension]: {} },
      },
      instructions,
      cacheHints,
      requestState: { verify: async (state, context) => stateCodec.verify(state, context) },
    },
  );
  for (const { tool, inputSchema } of listed) {
    const { title, description, hints: annotations } = tool;
    server.registerTool(
      tool.name,
      {
        title,
        description,
        inputSchema,
        annotations,
        ...(tool.showsJob === true ? { _meta: { ui: { resourceUri: viewerUri } } } : {}),
      },
      // The types of the SDK do not know that a task is a valid result for clients with the extension.
      async (args, context) =>
        (await runTool(tool, args, exchange, () => toCall(context))) as CallToolResult,
    );
  }
  server.registerResource(
    "output",
    new ResourceTemplate(outputUriTemplate, { list: undefined }),
    { title: "Output of a job", description: "File that a job has made." },
    async ({ href }, { jobId, outputId }, context) =>
      asProtocolError(exchange, async () => {
        if (exchange.refusal !== null) throw exchange.refusal;
        const named = { jobId: String(jobId), outputId: String(outputId) };
        return readOutput(href, named, toCall(context));
      }),
  );
  server.registerResource(
    "viewer",
    viewerUri,
    { title: "Viewer", description: "Shows the files of a job.", mimeType: viewerType },
    () => readViewer(exchange.dependencies.settings),
  );
  const tasks = { "tasks/get": getTask, "tasks/cancel": cancelTask, "tasks/update": refuseUpdate };
  for (const [method, run] of Object.entries(tasks)) {
    server.server.setRequestHandler(method, taskSchemas, async ({ taskId }, context) => {
      const call = toCall(context);
      if (!call.client.hasTasks) throw new MissingRequiredClientCapabilityError(tasksCapability);
      return asProtocolError(exchange, async () => run(taskId, call));
    });
  }
  return server;
};

/**
 * Schema that is listed to clients and accepts everything: `runTool` validates the arguments, with the issues of
 * the API.
 */
function listedSchema({ input }: Tool) {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" }) as object as {
    readonly $schema: string;
  };
  return fromJsonSchema(schema as JsonSchemaType, {
    getValidator: () => (given) => ({ valid: true, data: given as never, errorMessage: undefined }),
  });
}

async function runTool(
  tool: Tool,
  args: unknown,
  exchange: Exchange,
  toCall: () => McpCall,
): Promise<unknown> {
  try {
    if (exchange.refusal !== null) throw exchange.refusal;
    const parsed = tool.input.safeParse(args ?? {}, reportInput);
    if (!parsed.success) {
      const issues = toIssues(parsed.error, { schema: tool.input, place: "body" });
      throw new AppError("request_invalid", { issues });
    }
    return await tool.run(parsed.data, toCall());
  } catch (error) {
    const { log, settings } = exchange.dependencies;
    const { id: requestId } = exchange.input.request;
    const refusal = translate(error, exchange);
    log.info({ requestId, tool: tool.name, code: refusal.code }, "tool refused");
    return toErrorResult(refusal, { publicUrl: settings.publicUrl, requestId });
  }
}

function translate(error: unknown, { input, dependencies: { log } }: Exchange): AppError {
  const { id: requestId, signal } = input.request;
  // The work ended because its client has disconnected and reads no response.
  const isAborted = signal.aborted && !(error instanceof AppError);
  return isAborted
    ? new AppError("request_aborted", { cause: error })
    : toAppError(error, { log, requestId });
}

/** Errors of methods that have no result in which a language model could read them. */
async function asProtocolError<Result>(
  exchange: Exchange,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = translate(error, exchange);
    const isOurs = code === "internal" || code === "unavailable";
    throw new ProtocolError(
      isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      message,
      { code },
    );
  }
}

/** Part of the envelope of a 2026-07-28 request; 2025-era requests have none. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
}

function createCall(
  exchange: Exchange,
  context: ServerContext,
  stateCodec: RequestStateCodec,
): McpCall {
  const { mcpReq } = context;
  const { input, dependencies, cancelOnHangUp } = exchange;
  const envelope: Envelope | undefined = mcpReq.envelope;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const { _meta: meta } = mcpReq;
  const token = meta?.progressToken;
  return {
    caller: input.caller,
    dependencies,
    request: input.request,
    callRoute: async (route, given) => callRoute(route, given, input, dependencies),
    cancelOnHangUp,
    client: {
      hasTasks: declared?.extensions?.[tasksExtension] !== undefined,
      hasForms: declared?.elicitation !== undefined,
    },
    reportProgress:
      token === undefined
        ? null
        : async (progress) =>
            mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, ...progress },
            }),
    answered: { responses: mcpReq.inputResponses, state: mcpReq.requestState() },
    signState: async (state) => stateCodec.mint(state, context),
  };
}
