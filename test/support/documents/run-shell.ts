import { expect } from "vitest";

import type { CodeBlock } from "#scripts/docs/code-blocks.ts";

import { type DocumentWorld, runAsReader, statusPrefix, withEngineUrl } from "./document-world.ts";

const blockPrefix = "block-of-line";

/** Runs the commands of a page as one script. Each response has the status that its block states, or none of an error. */
export async function runShell(
  world: DocumentWorld,
  blocks: readonly CodeBlock[],
  cwd: string,
): Promise<string> {
  const parts = blocks.map(({ line, code }) => `echo "${blockPrefix} ${line}" >&2\n${code}`);
  const script = withEngineUrl(world, parts.join("\n"));
  const { stdout, stderr } = await runAsReader(world, "bash", ["-euo", "pipefail", "-c", script], {
    cwd,
  });

  const reports = stderr.split(`${blockPrefix} `).slice(1);
  expect(reports).toHaveLength(blocks.length);
  for (const [index, { page, line, check }] of blocks.entries()) {
    const expected = check.kind === "test" ? check.status : undefined;
    const responses =
      reports[index]?.matchAll(new RegExp(`${statusPrefix} (\\d+) (.*)`, "g")) ?? [];
    for (const [, status = "", url] of responses) {
      const isExpected =
        expected === undefined ? Number(status) < 400 : Number(status) === expected;
      expect({ place: `${page}:${line}`, url, status, isExpected }).toMatchObject({
        isExpected: true,
      });
    }
  }
  return stdout;
}
