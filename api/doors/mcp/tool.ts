import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { z } from "zod";

import type { Permission } from "#domain/accounts/permission.ts";

import type { McpCall } from "./mcp-call.ts";

/** Task instead of a result, for clients that declare the tasks extension (`tasks.ts`). */
export interface TaskCreated {
  readonly resultType: "task";
  readonly taskId: string;
  readonly [field: string]: unknown;
}

export type ToolAnswer = CallToolResult | InputRequiredResult | TaskCreated;

interface ToolContract {
  readonly name: string;
  /** Permission of the endpoints that the tool calls. */
  readonly permission: Permission;
  readonly title: string;
  /** Text for the language model that chooses the tool; all tools together have a budget of tokens. */
  readonly description: string;
  /** The result is a job, which hosts with MCP Apps show in the viewer. */
  readonly showsJob?: boolean;
  readonly hints: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Tool with erased types, as the list of tools and the server use it. */
export interface Tool extends ToolContract {
  readonly input: z.ZodObject;
  run(args: unknown, call: McpCall): Promise<ToolAnswer>;
}

/** Defines a tool. The server validates the arguments with `input` before it calls `run`. */
export function defineTool<Input extends z.ZodObject>(
  definition: ToolContract & {
    readonly input: Input;
    run(args: z.output<Input>, call: McpCall): Promise<ToolAnswer>;
  },
): Tool {
  return {
    ...definition,
    // The server validates with the schema that types the arguments.
    run: async (args, call) => definition.run(args as never, call),
  };
}
