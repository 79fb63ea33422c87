import { expect, test } from "vitest";
import { z } from "zod";

import { operations } from "#domain/pipelines/operations.ts";

import { operations as studioOperations } from "../../studio/engines/media/operations.ts";

/**
 * Studio is a provider and shares only its protocol with the engine, so both have a table of the media
 * operations. A definition that the engine accepts must be a request that studio accepts.
 */
test("studio and pipelines have the same operations", () => {
  expect(Object.keys(studioOperations).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test.each(Object.entries(operations))(
  "%s has the same inputs and parameters in both",
  (name, row) => {
    const inStudio = studioOperations[name as keyof typeof studioOperations];
    const takes = row.takes.map((inputs) =>
      inputs.map((input) => `${input.kind}${"many" in input ? "+" : ""}`),
    );

    expect(inStudio.takes).toEqual(takes);
    expect(inStudio.makes ?? "same").toBe(row.makes);
    expect(shapeOf(inStudio.parameters)).toEqual(shapeOf(row.parameters));
  },
);

/** JSON Schema of a request; only studio knows the defaults. */
function shapeOf(parameters: z.ZodType): unknown {
  const schema = z.toJSONSchema(parameters, { io: "input" });
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)),
  );
}
