import type { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import { suggest, withNearest } from "#domain/nearest-name.ts";

import { clip } from "./clip.ts";
import { nearestField } from "./nearest-field.ts";

type ZodIssue = z.core.$ZodIssue;

/** Maximum of issues in one response; a body of many invalid items must not cause a large response. */
export const issuesMax = 100;

/** Parse option of every schema whose errors become issues: they need the refused value. */
export const reportInput = { reportInput: true } as const;

/**
 * Converts errors of a schema, parsed with `reportInput`, to issues, up to `issuesMax`. `place` is the part of
 * the request: pointers into the body are JSON pointers (RFC 6901), others are `query/name`, `path/name`,
 * `header/name`. `above` is the path of the parsed value within the body.
 */
export function toIssues(
  error: z.ZodError,
  {
    schema,
    place,
    above = [],
  }: {
    readonly schema: z.ZodType;
    readonly place: "body" | "query" | "path";
    readonly above?: readonly PropertyKey[];
  },
): Issue[] {
  const convert = (issue: ZodIssue, within: readonly PropertyKey[]): Issue[] => {
    const path = [...within, ...issue.path];
    const at = pointerOf(place, [...above, ...path]);
    if (issue.code === "unrecognized_keys") {
      const kind = place === "query" ? "query parameter" : "field";
      return issue.keys.slice(0, issuesMax).map((key) => {
        const text = `Unknown ${kind}: ${clip(key, nameCharactersMax)}.`;
        return {
          pointer: pointerOf(place, [...above, ...path, key]),
          code: place === "query" ? "unknown_parameter" : "unknown_field",
          message: suggest(text, nearestField(schema, path, key, issue.input)),
        };
      });
    }
    // Reports the branch of the union with the fewest and deepest errors; the caller most likely meant that
    // one.
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      const [closest] = issue.errors.toSorted(
        (left, right) => left.length - right.length || depthOf(right) - depthOf(left),
      );
      return (closest ?? []).flatMap((inner) => convert(inner, path));
    }
    const [refused] = issue.code === "invalid_key" ? issue.issues : [];
    return [{ pointer: at, code: codeOf(issue), message: messageOf(refused ?? issue) }];
  };
  return error.issues
    .slice(0, issuesMax)
    .flatMap((issue) => convert(issue, []))
    .slice(0, issuesMax);
}

function depthOf(issues: readonly ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function isMissing(issue: ZodIssue): boolean {
  const isAboutValue = issue.code === "invalid_type" || issue.code === "invalid_value";
  return isAboutValue && issue.input === undefined;
}

function messageOf(issue: ZodIssue): string {
  if (issue.code === "invalid_union" && "options" in issue) {
    return `Must be one of ${(issue.options ?? []).join(", ")}.`;
  }
  if (issue.code === "invalid_value" && issue.values.length > 1) {
    const values = issue.values.map(String);
    const text = `${isMissing(issue) ? "Required:" : "Must be"} one of ${values.join(", ")}.`;
    return withNearest(text, typeof issue.input === "string" ? issue.input : "", values);
  }
  if (isMissing(issue)) return "Required.";
  return `${issue.message}${issue.message.endsWith(".") ? "" : "."}`;
}

function codeOf(issue: ZodIssue): string {
  if (isMissing(issue)) return "required";
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
