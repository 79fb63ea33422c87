import { expect, test } from "vitest";

import type { Definition } from "#domain/pipelines/definition.ts";
import type { OperationName } from "#domain/pipelines/operations.ts";

import { parameterIssues } from "./check-parameters.ts";

/** Issues of the parameters of one operation. */
function issuesOf(operation: OperationName, parameters: object): string[] {
  const edit = { kind: "transform", operation, inputs: ["{{ inputs.film }}"], parameters } as const;
  const definition = { schemaVersion: 1, steps: { edit }, outputs: {} } as unknown as Definition;
  return parameterIssues(definition, {}).map(
    ({ pointer, code }) => `${code} ${pointer.slice("/steps/edit/parameters".length)}`,
  );
}

// Studio refuses them, too: a run would fail after its other steps have been paid.
test.each<[OperationName, object, string[]]>([
  ["crop", {}, ["either_or "]],
  ["crop", { aspectRatio: "1:1", box: { x: 0, y: 0, width: 16, height: 16 } }, ["either_or "]],
  ["crop", { aspectRatio: "1:1" }, []],
  ["crop", { aspectRatio: "{{ item }}" }, []],
  ["subtitles", {}, ["either_or "]],
  ["subtitles", { text: "{{ steps.script.text }}" }, []],
  ["resize", { fit: "cover" }, ["required "]],
  ["resize", { width: "{{ inputs.width }}" }, []],
  ["trim", { startSeconds: 5, endSeconds: 2 }, ["too_small /endSeconds"]],
  ["trim", { startSeconds: "{{ inputs.start }}", endSeconds: 2 }, []],
  ["trim", { startSeconds: 5 }, []],
  ["cut", { endSeconds: 0 }, ["too_small /endSeconds"]],
  ["overlayText", { text: "x", startSeconds: 2, endSeconds: 1 }, ["too_small /endSeconds"]],
  ["speed", {}, ["required /factor"]],
  ["speed", { factor: 2, fast: true }, ["unknown_field /fast"]],
])("%s with %j", (operation, parameters, issues) => {
  expect(issuesOf(operation, parameters)).toEqual(issues);
});
