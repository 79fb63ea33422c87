import type { Door } from "#api/doors/door.ts";

import { mcpErrors } from "./error-dialect.ts";
import { serveMessage } from "./serve-message.ts";

/** The Model Context Protocol: tools for language models. */
export const mcpDoor: Door = {
  name: "mcp",
  prefix: "/mcp",
  routes: [serveMessage],
  errors: mcpErrors,
  takesTokens: true,
  cors: {
    request: ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"],
    response: ["MCP-Protocol-Version"],
  },
};
