import type { Progress } from "@modelcontextprotocol/server";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { Route, RouteInput } from "#api/http/route.ts";
import type { Caller } from "#db/caller.ts";

import type { RouteCall } from "./call-route.ts";

/** One message to the door, as tools see it. */
export interface McpCall {
  readonly caller: Caller;
  readonly dependencies: RequestDependencies;
  readonly request: RouteInput<unknown, unknown, unknown>["request"];
  /** Runs an endpoint of the API: see `call-route.ts`. */
  readonly callRoute: (route: Route, given: RouteCall) => Promise<unknown>;
  /** Extensions that the client has declared. */
  readonly client: {
    /** Accepts a task as the result of a tool. */
    readonly hasTasks: boolean;
    /** Asks the person with forms. */
    readonly hasForms: boolean;
  };
  /** Reports progress; null when the client has not asked for it. */
  readonly reportProgress: ((progress: Progress) => Promise<void>) | null;
  /** Values that the person has entered in forms, and the state that was sent with the forms. */
  readonly answered: {
    readonly responses: Record<string, unknown> | undefined;
    readonly state: unknown;
  };
  /** Signs the state of a form. */
  readonly signState: (state: unknown) => Promise<string>;
  /** Cancels the job when the client disconnects before it has received the response. */
  readonly cancelOnHangUp: (jobId: string) => void;
}
