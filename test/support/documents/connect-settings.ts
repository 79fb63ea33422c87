import { join } from "node:path";

import { z } from "zod";

import type { CodeBlock } from "#scripts/docs/code-blocks.ts";
import { connectMcp, connectStdio } from "#test/support/mcp/mcp-clients.ts";

import { type DocumentWorld, withEngineUrl } from "./document-world.ts";

/** Settings of hosts of the Model Context Protocol: Cursor, Claude Desktop and Windsurf, or VS Code. */
const overHttp = z.strictObject({
  type: z.literal("http").optional(),
  url: z.url().optional(),
  serverUrl: z.url().optional(),
  headers: z.strictObject({ Authorization: z.string().startsWith("Bearer ") }),
});
const startedByHost = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string(),
  args: z.array(z.string()),
});
const servers = z.record(z.string(), z.union([overHttp, startedByHost]));
const inputs = z.array(
  z.strictObject({
    id: z.string(),
    type: z.literal("promptString"),
    description: z.string(),
    password: z.literal(true),
  }),
);
const hostSettings = z.union([
  z.strictObject({ mcpServers: servers }),
  z.strictObject({ inputs: inputs.optional(), servers }),
]);

/** Connects the official client as a host with the settings of the block does. Returns the names of the tools. */
export async function connectSettings(
  world: DocumentWorld,
  { code }: CodeBlock,
  folder: string,
): Promise<string[]> {
  const settings = hostSettings.parse(JSON.parse(withEngineUrl(world, code)));
  const [server] = Object.values("servers" in settings ? settings.servers : settings.mcpServers);
  if (server === undefined) throw new Error("expected a server");
  const ids = "inputs" in settings ? (settings.inputs ?? []).map(({ id }) => id) : [];
  const values: Readonly<Record<string, string>> = {
    "env:GME_API_KEY": world.engine.key,
    workspaceFolder: folder,
    ...Object.fromEntries(ids.map((id) => [`input:${id}`, world.engine.key])),
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`the settings do not define ${name}`);
      return value;
    });
  const client =
    "command" in server
      ? await connectStdio(toCommand(world, server, fill, folder), "2025")
      : await connectMcp(toConnection(server, fill), "2025");
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

function toConnection(
  { url, serverUrl, headers }: z.infer<typeof overHttp>,
  fill: (text: string) => string,
) {
  const key = fill(headers.Authorization).replace("Bearer ", "");
  return { url: url ?? serverUrl ?? "", key };
}

/** The folders of the reader's computer are those of the test. */
function toCommand(
  { engine, bin, home }: DocumentWorld,
  { command, args }: z.infer<typeof startedByHost>,
  fill: (text: string) => string,
  folder: string,
) {
  return {
    command: join(bin, command.replace("/usr/local/bin/", "")),
    args: args.map((text) => fill(text).replace("/Users/you/Pictures", folder)),
    cwd: folder,
    env: {
      GME_BASE_URL: engine.url,
      GME_API_KEY: engine.key,
      XDG_CONFIG_HOME: join(home, "config"),
    },
    stderr: "ignore" as const,
  };
}
