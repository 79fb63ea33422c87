import { createHash } from "node:crypto";

import type { RawAnswer } from "#api/http/route.ts";
import { errorCatalog } from "#domain/errors.ts";

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
  code, pre { font: 14px/1.5 ui-monospace, monospace; background: #f3f4f6; border-radius: 4px }
  code { padding: 1px 4px } pre { padding: 1rem; overflow-x: auto } pre code { padding: 0 }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #e5e7eb }
  label { display: block; margin: .5rem 0 } input, select, textarea { font: inherit; padding: .4rem; width: 20rem; max-width: 100%; box-sizing: border-box }
  textarea, input[name=reference] { width: 40rem }  input[type=checkbox] { width: auto }
  button { font: inherit; padding: .5rem 1rem; margin: .5rem 0 }
  tr:target { background: #fff7d6 } a { color: #0b57d0 }
  @media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #14171a } code, pre { background: #22262b } th, td { border-color: #333 } tr:target { background: #4a3f10 } a { color: #8ab4f8 } }`;

/** Page for a person who opens the API's URL in a browser. */
export function landingPage(publicUrl: string): RawAnswer {
  return page(
    "Generative Media Engine",
    `<h1>Generative Media Engine</h1>
<p>One API to generate images, video, audio and 3D with many providers.
Every call needs an API key.</p>
<pre><code>curl -sS ${escape(publicUrl)}/v1/chat \\
  -H "X-API-Key: $API_KEY" -H "Content-Type: application/json" \\
  -d '{"message": "a red fox in a snowy forest at night", "parseIntent": true}'</code></pre>
<p>The answer names a job: <code>GET /v1/jobs/{jobId}</code> with <code>Prefer: wait=30</code> answers when it has ended,
and <code>output.url</code> is the result.</p>
<ul>
<li><code>GET /v1/openapi.json</code>: the contract of all endpoints (OpenAPI 3.1)</li>
<li><code>GET /v1/models</code>, <code>/v1/providers</code>, <code>/v1/capabilities</code>: what can be made, by whom</li>
<li><a href="/errors">Error codes</a> with cause and cure</li>
<li><a href="/llms.txt">Documentation</a> as Markdown, for programs and people</li>
</ul>`,
  );
}

/**
 * Lists every error code with its cause and remediation; the anchors are the targets of a problem's `type`.
 */
export const errorPage: RawAnswer = page(
  "Error codes · Generative Media Engine",
  `<h1>Error codes</h1>
<p>Errors come as <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>; the text may change.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>Cure</th><th>Retry</th></tr></thead><tbody>
${Object.entries(errorCatalog)
  .map(
    ([code, { status, message, cure, retryable }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td>` +
      `<td>${escape(cure)}</td><td>${retryable ? "later" : "no"}</td></tr>`,
  )
  .join("\n")}
</tbody></table>`,
);

/** Renders a page that may run at most one script, its own. */
export function page(
  title: string,
  body: string,
  { script = "", language = "en" }: { readonly script?: string; readonly language?: string } = {},
): RawAnswer {
  const scripts = script === "" ? "" : `<script>${script}</script>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head><body><main>${body}</main>${scripts}</body></html>
`;
  const hash = createHash("sha256").update(script).digest("base64");
  const scriptRules = script === "" ? "" : `script-src 'sha256-${hash}'; connect-src 'self'; `;
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'unsafe-inline'; ${scriptRules}` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    body: html,
  };
}

export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
