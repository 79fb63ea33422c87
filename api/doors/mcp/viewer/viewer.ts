import type { ReadResourceResult } from "@modelcontextprotocol/server";

import type { ApiSettings } from "#api/dependencies.ts";

import { modelScript } from "./model-script.ts";
import { viewerScript } from "./script.ts";
import { viewerStyle } from "./style.ts";

/** Page of the extension MCP Apps, in which a host shows the files of a job next to the conversation. */
export const viewerUri = "ui://gme/viewer";
export const viewerType = "text/html;profile=mcp-app";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Viewer</title>
<style>${viewerStyle}</style>
</head>
<body>
<main id="files" aria-live="polite"></main>
<p id="status" role="status">Waiting for the result…</p>
<nav id="actions"></nav>
<script type="module">${modelScript}${viewerScript}</script>
</body>
</html>
`;

/** The page loads files from this engine only, and nothing else from anywhere. */
export function readViewer({ publicUrl }: Pick<ApiSettings, "publicUrl">): ReadResourceResult {
  const { origin } = new URL(publicUrl);
  const ui = { csp: { resourceDomains: [origin] }, prefersBorder: true };
  return { contents: [{ uri: viewerUri, mimeType: viewerType, text: page, _meta: { ui } }] };
}
