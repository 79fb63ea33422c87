import { z } from "zod";

import type { InputKind } from "#studio/capability.ts";
import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";

/** One input of a kind, or with `+` one or more. */
export type InputPattern = InputKind | `${InputKind}+`;

/**
 * A media operation: a deterministic change of files. To add one:
 * 1. Write `<operation>.ts` with `defineOperation`.
 * 2. Register it in `operations.ts`.
 */
export interface Operation {
  readonly description: string;
  /** Acceptable sequences of inputs. */
  readonly takes: readonly (readonly InputPattern[])[];
  /** Kind of the output; null when it is the kind of the first input. */
  readonly makes: InputKind | null;
  readonly parameters: z.ZodObject;
  /** Lists every problem of the parameters for inputs of these kinds. */
  readonly validate: (parameters: unknown, kinds: readonly InputKind[]) => Issue[];
  /** Makes the output. The same inputs and parameters produce the same bytes. */
  readonly run: (parameters: unknown, context: EngineContext) => Promise<EngineOutput>;
}

export function defineOperation<Shape extends z.ZodRawShape>(definition: {
  readonly description: string;
  readonly takes: Operation["takes"];
  readonly makes?: InputKind;
  readonly parameters: Shape;
  /** Lists problems that depend on several parameters or on the inputs' kinds. */
  readonly check?: (
    parameters: z.output<z.ZodObject<Shape>>,
    kinds: readonly InputKind[],
  ) => Issue[];
  readonly run: (
    parameters: z.output<z.ZodObject<Shape>>,
    context: EngineContext,
  ) => Promise<EngineOutput>;
}): Operation {
  const schema = z.strictObject(definition.parameters);
  return {
    description: definition.description,
    takes: definition.takes,
    makes: definition.makes ?? null,
    parameters: schema,
    validate(parameters, kinds) {
      const parsed = schema.safeParse(parameters);
      if (parsed.success) {
        const issues = definition.check?.(parsed.data, kinds) ?? [];
        return issues.map(({ path, message }) => ({ path: `parameters.${path}`, message }));
      }
      return parsed.error.issues.map(({ path, message }) => ({
        path: ["parameters", ...path].join("."),
        message,
      }));
    },
    run: (parameters, context) => definition.run(schema.parse(parameters), context),
  };
}

/** Reports whether the kinds, in their order, are one of the acceptable sequences. */
export function fitsInputs(takes: Operation["takes"], kinds: readonly InputKind[]): boolean {
  return takes.some((patterns) => {
    const expression = patterns.map((pattern) => pattern.replace(/^(\w+)/u, "(?:$1,)")).join("");
    return new RegExp(`^${expression}$`, "u").test(kinds.map((kind) => `${kind},`).join(""));
  });
}

/** Describes the acceptable inputs: "image+ then audio, or image+". */
export function describeInputs(takes: Operation["takes"]): string {
  return takes.map((patterns) => patterns.join(" then ")).join(", or ");
}
