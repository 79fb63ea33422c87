import type { Issue } from "#domain/errors.ts";
import { withNearest } from "#domain/nearest-name.ts";

import { definitionLimits, type Definition } from "./definition.ts";
import type { ReadExpression, ReadExpressionText } from "./expression-reader.ts";
import { expressionCharactersMax, type ValuePlace } from "./fields.ts";
import { toPointer } from "./json-path.ts";
import { kindOf } from "./kinds/index.ts";
import { isVisible, type LocatedStep, type Scope } from "./locate-steps.ts";
import { partsOf } from "./text-parts.ts";

/** A text of a definition, with the scopes in which it is evaluated. */
export interface Place extends Pick<ValuePlace, "text" | "wants"> {
  readonly pointer: string;
  readonly scopes: readonly Scope[];
}

/** A text with its parsed expressions. */
export interface ReadPlace extends Place {
  readonly expressions: readonly ReadExpression[];
  /** True for a single expression, whose value keeps its type. */
  readonly isWhole: boolean;
}

interface Names {
  readonly inputs: ReadonlySet<string>;
  readonly steps: ReadonlyMap<string, LocatedStep>;
}

/** Texts of a step: its own, and the results of its inner scopes. */
export function placesOf({ step, path, scopes, name }: LocatedStep): {
  readonly own: readonly Place[];
  readonly results: readonly Place[];
} {
  const kind = kindOf(step);
  const when = { path: ["when"], text: step.when ?? "", wants: "bool" } as const;
  const own = [...(step.when === undefined ? [] : [when]), ...kind.places(step)];
  const locate = (place: ValuePlace, within: readonly Scope[]): Place => ({
    ...place,
    pointer: toPointer([...path, ...place.path]),
    scopes: within,
  });
  return {
    own: own.map((place) => locate(place, scopes)),
    results: (kind.scopes?.(step) ?? []).map(({ value, times }, ordinal) =>
      locate(value, [...scopes, { opener: name, ordinal, times }]),
    ),
  };
}

/** Results of a run, which use steps outside all scopes. */
export function outputPlaces({ outputs }: Definition): (Place & { readonly name: string })[] {
  return Object.entries(outputs).map(([name, text]) => ({
    name,
    text,
    wants: "any",
    pointer: toPointer(["outputs", name]),
    scopes: [],
  }));
}

/** Parses all texts. A text with an issue is missing in `places`. */
export function readPlaces(
  definition: Definition,
  located: readonly LocatedStep[],
  read: ReadExpressionText,
): { readonly places: ReadonlyMap<string, ReadPlace>; readonly issues: readonly Issue[] } {
  const names = {
    inputs: new Set(Object.keys(definition.inputs ?? {})),
    steps: new Map(located.map((step) => [step.name, step])),
  };
  const all = [
    ...located.flatMap((step) => Object.values(placesOf(step)).flat()),
    ...outputPlaces(definition),
  ];
  const places = new Map<string, ReadPlace>();
  const issues: Issue[] = [];
  let expressions = 0;
  for (const place of all) {
    const found = readPlace(place, names, read);
    if ("code" in found) issues.push({ pointer: place.pointer, ...found });
    else places.set(place.pointer, found);
    expressions += "code" in found ? 1 : found.expressions.length;
    if (expressions > definitionLimits.expressions) {
      const message = `A definition must have at most ${definitionLimits.expressions} expressions.`;
      return { places, issues: [...issues, { pointer: "", code: "too_large", message }] };
    }
  }
  for (const step of located) issues.push(...afterIssues(step, names));
  return { places, issues };
}

type Problem = Omit<Issue, "pointer">;

/** An expression as other languages write it, which would be paid for as a text. */
const singleBraces = /\{\s*((?:inputs|steps)\.\w{1,40})/;

function readPlace(place: Place, names: Names, read: ReadExpressionText): ReadPlace | Problem {
  const parts = partsOf(place.text);
  if (parts === null) {
    return { code: "expression_invalid", message: "Close the expression with }}." };
  }
  const expressions: ReadExpression[] = [];
  for (const part of parts) {
    if ("text" in part) {
      const [, name] = singleBraces.exec(part.text) ?? [];
      if (name === undefined) continue;
      const message = `Write an expression in two braces: {{ ${name} }}.`;
      return { code: "expression_invalid", message };
    }
    if (part.expression.length > expressionCharactersMax) {
      const message = `An expression must have at most ${expressionCharactersMax} characters.`;
      return { code: "expression_refused", message };
    }
    const expression = read(part.expression);
    if ("code" in expression) return expression;
    const unknown = unknownReference(expression, place.scopes, names);
    if (unknown !== null) return { code: "reference_unknown", message: unknown };
    expressions.push(expression);
  }
  return { ...place, expressions, isWhole: parts.length === 1 && expressions.length === 1 };
}

function unknownReference(
  { inputs, steps, usesItem }: ReadExpression,
  scopes: readonly Scope[],
  names: Names,
): string | null {
  const input = inputs.find((name) => !names.inputs.has(name));
  if (input !== undefined) {
    return withNearest(`There is no input ${input}.`, input, [...names.inputs]);
  }
  const step = steps.find((name) => !isKnown(name, scopes, names));
  if (step !== undefined) return missingStep(step, names);
  const isInMap = scopes.some(({ opener }) => names.steps.get(opener)?.step.kind === "map");
  return usesItem && !isInMap ? "item and index exist only within a map." : null;
}

function afterIssues({ step, path, scopes }: LocatedStep, names: Names): Issue[] {
  return (step.after ?? []).flatMap((name, ordinal) =>
    isKnown(name, scopes, names)
      ? []
      : [
          {
            pointer: toPointer([...path, "after", ordinal]),
            code: "reference_unknown",
            message: missingStep(name, names),
          },
        ],
  );
}

function isKnown(name: string, scopes: readonly Scope[], { steps }: Names): boolean {
  const found = steps.get(name);
  return found !== undefined && isVisible(found, scopes);
}

function missingStep(name: string, { steps }: Names): string {
  return steps.has(name)
    ? `Step ${name} is within another step. Use the result of the outer step.`
    : withNearest(`There is no step ${name}.`, name, [...steps.keys()]);
}
