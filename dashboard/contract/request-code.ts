/** A request of the API as code. Each form reads the API key from the environment. */
export interface CodeRequest {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly body: object;
}

export function toCurl(origin: string, { method, path, body }: CodeRequest): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS -X ${method} ${origin}${path} \\`,
    `  -H "X-API-Key: $API_KEY" -H "Content-Type: application/json" \\`,
    `  -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -d '${json}'`,
  ].join("\n");
}

export function toTypeScript(origin: string, { operationId, body }: CodeRequest): string {
  return [
    `import { MediaEngine } from "@gme/client";`,
    ``,
    `const engine = new MediaEngine({`,
    `  baseUrl: ${JSON.stringify(origin)},`,
    `  apiKey: process.env.API_KEY,`,
    `});`,
    `const job = await engine.request(`,
    `  ${JSON.stringify(operationId)},`,
    `  { body: ${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")} },`,
    `  { waitSeconds: 60 },`,
    `);`,
    `console.log(job.status, job.output?.url);`,
  ].join("\n");
}

export function toPython(origin: string, { operationId, body }: CodeRequest): string {
  return [
    `import os`,
    ``,
    `from gme_client import MediaEngine, RequestOptions`,
    ``,
    `with MediaEngine(`,
    `    base_url=${JSON.stringify(origin)},`,
    `    api_key=os.environ["API_KEY"],`,
    `) as engine:`,
    `    job = engine.request(`,
    `        ${JSON.stringify(operationId)},`,
    `        body=${toPythonLiteral(body).replaceAll("\n", "\n        ")},`,
    `        options=RequestOptions(wait_seconds=60),`,
    `    )`,
    `    print(job["status"], job.get("output", {}).get("url"))`,
  ].join("\n");
}

/** JSON with the constants of Python. Strings are matched first, so their contents stay. */
function toPythonLiteral(body: object): string {
  const constants: Record<string, string> = { true: "True", false: "False", null: "None" };
  return JSON.stringify(body, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|true|false|null/g,
    (token) => constants[token] ?? token,
  );
}
