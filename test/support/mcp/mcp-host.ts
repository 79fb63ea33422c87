import { rolldown } from "rolldown";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

/** Starts a page with a host of MCP apps; `window.showApp` shows one. */
export async function startMcpHost(): Promise<{ url: string; close: () => Promise<void> }> {
  const bundle = await rolldown({
    input: `${import.meta.dirname}/mcp-host-page.js`,
    platform: "browser",
  });
  const { output } = await bundle.generate({ format: "es" });
  await bundle.close();
  const { code } = output[0];
  const host = await listenOnFreePort();
  host.server.on("request", (request, response) => {
    const isProgram = request.url === "/host.js";
    response.setHeader("Content-Type", isProgram ? "text/javascript" : "text/html");
    response.end(
      isProgram ? code : '<!doctype html><body><script type="module" src="/host.js"></script>',
    );
  });
  return { url: host.url, close: host.close };
}
