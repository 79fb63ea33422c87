import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createPipeline } from "#api/routes/pipelines/create-pipeline.ts";
import { builtInPipelines } from "#catalog/pipelines/index.ts";
import { nearMissOf, validValue } from "#test/support/arbitrary-from-schema.ts";
import { expectDocumented, openapi } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database);

/** Sends a definition and expects the result of the check, or errors with pointers into the definition. */
async function expectChecked(definition: unknown): Promise<void> {
  const body = JSON.stringify({ name: "Fuzz", dryRun: true, definition });
  const response = await api.call(createPipeline.path, { method: "POST", key: caller.key, body });
  const answer = (await expectDocumented(createPipeline, response)) as {
    errors?: { pointer: string; code: string; message: string }[];
  };
  expect([200, 422]).toContain(response.status);
  if (response.status === 200) return;
  expect(answer.errors).not.toEqual([]);
  for (const { pointer, message } of answer.errors ?? []) {
    expect(pointer).toMatch(/^(?:\/|$)/);
    expect(message).not.toBe("");
  }
}

test("definitions of the published schema are checked or refused with pointers", async () => {
  const schema = openapi.components.schemas["PipelineDefinition"] ?? {};
  await fc.assert(fc.asyncProperty(validValue(schema), expectChecked), { numRuns: 40 });
});

test("near misses of the templates are checked or refused with pointers", async () => {
  const templates = builtInPipelines.flatMap(({ versions }) =>
    versions.map(({ definition }) => definition),
  );
  const definitions = nearMissOf(fc.constantFrom<unknown>(...templates));
  await fc.assert(fc.asyncProperty(definitions, expectChecked), { numRuns: 100 });
});

/** Texts that look like expressions, at the places where they are evaluated. */
test("any text as an expression is checked or refused with pointers", async () => {
  const token = fc.constantFrom(
    ..."inputs steps item index . topic image output ( ) [ ] { } '' \" 1 2.5 + - * / % == < && || ! ? : , in true null".split(
      " ",
    ),
    "has(",
    ".map(x, ",
    ".orValue(",
    "matches(",
    "range(",
    "__proto__",
    "constructor",
    "\\",
    "}}",
    "{{",
  );
  const texts = fc.array(token, { maxLength: 12 }).map((tokens) => `{{ ${tokens.join(" ")} }}`);
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await expectChecked({
        schemaVersion: 1,
        inputs: { topic: { type: "text" } },
        steps: { image: { kind: "generate", capability: "text-to-image", prompt: text } },
        outputs: { image: "{{ steps.image.output }}" },
      });
    }),
    { numRuns: 150 },
  );
});
