import type { z } from "zod";

import type { Issue } from "#domain/errors.ts";

import { clip } from "./clip.ts";

type ZodIssue = z.core.$ZodIssue;

/** Maximum of issues in one response; a body of many invalid items must not cause a large response. */
export const issuesMax = 100;

/**
 * Converts schema errors to issues, up to `issuesMax`. `place` is the part of the request: pointers into the
 * body are JSON pointers (RFC 6901), others are `query/name`, `path/name`, `header/name`. `above` is the path
 * of the parsed value within the body.
 */
export function toIssues(
  error: z.ZodError,
  place: "body" | "query" | "path",
  above: readonly PropertyKey[] = [],
): Issue[] {
  return error.issues
    .slice(0, issuesMax)
    .flatMap((issue) => fromZod(issue, place, above))
    .slice(0, issuesMax);
}

function fromZod(issue: ZodIssue, place: string, above: readonly PropertyKey[]): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, issuesMax).map((key) => ({
      pointer: pointerOf(place, [...path, key]),
      code: place === "query" ? "unknown_parameter" : "unknown_field",
      message: `Unknown ${place === "query" ? "query parameter" : "field"}: ${clip(key, nameCharactersMax)}.`,
    }));
  }
  // Reports the branch of the union with the fewest and deepest errors; the caller most likely meant that
  // one.
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const [closest] = issue.errors.toSorted(
      (left, right) => left.length - right.length || depthOf(right) - depthOf(left),
    );
    return (closest ?? []).flatMap((inner) => fromZod(inner, place, path));
  }
  return [
    {
      pointer: pointerOf(place, path),
      code: codeOf(issue),
      message: `${issue.message}${issue.message.endsWith(".") ? "" : "."}`,
    },
  ];
}

function depthOf(issues: readonly ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function codeOf(issue: ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) {
    return "required";
  }
  if (issue.code === "custom") {
    const code: unknown = issue.params?.["code"];
    return typeof code === "string" ? code : "invalid";
  }
  return codes[issue.code];
}

const codes: Record<Exclude<ZodIssue["code"], "custom">, string> = {
  unrecognized_keys: "unknown_field",
  invalid_type: "wrong_type",
  too_big: "too_large",
  too_small: "too_small",
  invalid_format: "wrong_format",
  not_multiple_of: "not_multiple",
  invalid_union: "no_match",
  invalid_key: "wrong_name",
  invalid_element: "wrong_element",
  invalid_value: "not_allowed",
};

/** Field names come from the caller and each pointer repeats them. No field of a schema has a longer name. */
const nameCharactersMax = 100;

export function pointerOf(place: string, path: readonly PropertyKey[]): string {
  const words = path.map((word) =>
    clip(String(word), nameCharactersMax).replaceAll("~", "~0").replaceAll("/", "~1"),
  );
  return place === "body" ? words.map((word) => `/${word}`).join("") : [place, ...words].join("/");
}
