import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { fileURLToPath } from "node:url";

import { rewriteLinks } from "#api/documentation/rewrite-links.ts";
import { pathOf } from "#api/documentation/served-pages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A larger page would fill much of a model's context window, so the index lists it as optional. */
const readableBytesMax = 32_768;

const introduction = `# Generative Media Engine

> One API through which a program or a person gets images, video, audio and 3D from many providers.

- Each request needs an API key in the header \`X-API-Key\`, or an access token of a signed-in person.
- \`POST /v1/chat\` with \`{"message": "a red fox at night", "parseIntent": true}\`, or \`POST /v1/generations\` with \`capability\`, \`prompt\` and \`parameters\`, creates a job.
  Send an \`Idempotency-Key\`: a repetition with it returns the same job and is not charged again.
- \`GET /v1/jobs/{jobId}\` with \`Prefer: wait=60\` waits for the end of the job. \`output.url\` is the result.
- \`POST /v1/estimates\` says the price and creates nothing; \`maxCredits\` limits it.
- Errors are \`application/problem+json\`: decide by \`code\`, and correct all problems of \`errors\` at once.`;

interface Entry {
  readonly line: string;
  readonly isOptional: boolean;
}

/** Writes docs/llms.txt from the section for callers of docs/README.md. */
export function llmsPage(): string {
  const [, section = ""] = /^## Use the API\n([\s\S]*?)^## /m.exec(read("docs/README.md")) ?? [];
  const entries = section
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map(toEntry);
  const listOf = (isOptional: boolean) =>
    entries.flatMap((entry) => (entry.isOptional === isOptional ? [entry.line] : [])).join("\n");
  return `${introduction}\n\n## Docs\n\n${listOf(false)}\n\n## Optional\n\n${listOf(true)}\n`;
}

/** Names a page by its heading. Throws for a page that the API does not serve. */
function toEntry(line: string): Entry {
  const [, name = "", target = "", text = ""] = /^- \[([^\]]+)\]\(([^)]+)\)(.*)$/.exec(line) ?? [];
  const file = join("docs", target);
  const path = pathOf(file);
  if (path === null)
    throw new Error(`docs/README.md lists ${target}, which the API does not serve`);
  const content = read(file);
  const [, heading = name] = /^# (.+)$/m.exec(content) ?? [];
  const title = file.endsWith(".md") ? heading : name;
  const description = rewriteLinks(text, { file: "docs/README.md", urlOf: pathOf });
  return {
    line: `- [${title}](${path})${description}`,
    isOptional: file.endsWith(".md") && Buffer.byteLength(content) > readableBytesMax,
  };
}
