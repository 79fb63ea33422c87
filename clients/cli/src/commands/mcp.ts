import { connect, type ConnectionOptions } from "../connection.ts";
import { note } from "../console.ts";
import { openLocalFolder } from "../mcp/local-folder.ts";
import { createLocalTools } from "../mcp/local-tools.ts";
import { readLines } from "../mcp/read-lines.ts";
import { createRelay } from "../mcp/relay.ts";

/** Longest message of a client. The engine refuses bodies of this size with a clear error. */
const lineCharactersMax = 4 * 1_048_576;

export interface McpOptions extends ConnectionOptions {
  readonly folder?: string;
}

/** Serves the Model Context Protocol on standard input and output until the input ends. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { engine, url, credential } = await connect(options);
  const folder = await openLocalFolder(options.folder);
  const relay = createRelay({
    endpoint: { url: `${url.replace(/\/+$/, "")}/mcp`, credential },
    tools: folder === null ? null : createLocalTools(engine, folder),
    write: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
  });
  note(`Serving the tools of ${url} on standard input and output.`);
  note(
    folder === null
      ? "Local files cannot be used: name a folder with --folder."
      : `Files below ${folder.path} can be uploaded, and results are stored there.`,
  );
  for await (const line of readLines(process.stdin, lineCharactersMax)) relay.receive(line);
  relay.close();
}
