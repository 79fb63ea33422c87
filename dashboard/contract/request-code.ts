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

export function toPython(origin: string, { method, path, body }: CodeRequest): string {
  return [
    `import json, os, urllib.request, uuid`,
    ``,
    `request = urllib.request.Request(`,
    `    ${JSON.stringify(origin + path)},`,
    `    method=${JSON.stringify(method)},`,
    `    data=json.dumps(${toPythonLiteral(body).replaceAll("\n", "\n    ")}).encode(),`,
    `    headers={`,
    `        "X-API-Key": os.environ["API_KEY"],`,
    `        "Content-Type": "application/json",`,
    `        "Idempotency-Key": str(uuid.uuid4()),`,
    `        "Prefer": "wait=60",`,
    `    },`,
    `)`,
    `with urllib.request.urlopen(request) as response:`,
    `    job = json.load(response)`,
    `print(job["status"], job.get("output", {}).get("url"))`,
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
