import type { PipelineDefinition } from "@gme/client";
import { expect, test } from "vitest";

import { changeHistory, startHistory } from "./history.ts";

const version = (prompt: string): PipelineDefinition => ({
  schemaVersion: 1,
  steps: { image: { kind: "generate", capability: "text-to-image", prompt } },
  outputs: { image: "{{ steps.image.output }}" },
});

test("typing in one field is one state; undo and redo walk through the states", () => {
  let history = startHistory(version("a"));
  for (const prompt of ["ab", "abc"]) {
    history = changeHistory(history, {
      type: "change",
      definition: version(prompt),
      field: "prompt",
    });
  }
  history = changeHistory(history, { type: "change", definition: version("other") });
  const undone = changeHistory(changeHistory(history, { type: "undo" }), { type: "undo" });

  expect(undone.present).toEqual(version("a"));
  expect(changeHistory(undone, { type: "undo" })).toBe(undone);
  expect(changeHistory(undone, { type: "redo" }).present).toEqual(version("abc"));
});

test("a change after an undo ends the undone future, and at most 100 states are kept", () => {
  let history = startHistory(version("0"));
  for (let number = 1; number <= 150; number += 1) {
    history = changeHistory(history, { type: "change", definition: version(String(number)) });
  }
  const changed = changeHistory(changeHistory(history, { type: "undo" }), {
    type: "change",
    definition: version("new"),
  });

  expect(history.past).toHaveLength(100);
  expect(changed.future).toEqual([]);
});
