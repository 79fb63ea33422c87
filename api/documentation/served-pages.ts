/** Path of the index of the served pages (llmstxt.org), which is generated from docs/README.md. */
export const indexPath = "/llms.txt";
export const indexFile = "docs/llms.txt";

/** Path under which the API serves a file of the repository; null for files that it does not serve. */
export function pathOf(file: string): string | null {
  if (file === "docs/openapi.json") return "/v1/openapi.json";
  const [, client] = /^clients\/([\w-]+)\/README\.md$/.exec(file) ?? [];
  if (client !== undefined) return `/docs/clients/${client}.md`;
  return /^docs\/[\w/-]+(\.schema\.json|\.md)$/.test(file) ? `/${file}` : null;
}

/** File of the repository that a path below `/docs` serves. */
export function fileOf(path: string): string {
  const [, client] = /^\/docs\/clients\/([\w-]+)\.md$/.exec(path) ?? [];
  return client === undefined ? path.slice(1) : `clients/${client}/README.md`;
}
