import type { SharedV4Warning } from "@ai-sdk/provider";
import { ApiError, type GenerationParameters } from "@gme/client";

/** Settings of the AI SDK by their names, with the engine's parameters that carry them. */
export type Settings = Readonly<Record<string, GenerationParameters>>;

/** Leaves out settings without a value. */
export function toSettings(
  given: Readonly<Record<string, GenerationParameters | undefined>>,
): Record<string, GenerationParameters> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Warning that a setting has no effect. */
export function unsupported(feature: string, details: string): Lacking {
  return { type: "unsupported", feature, details };
}

/**
 * Returns a warning for each setting that the model lacks. Empty if the error has any other reason, such as a value
 * that the model does not take: the caller decides about that one.
 */
export function findLacking(error: unknown, settings: Settings): Lacking[] {
  if (!ApiError.is(error, "parameter_not_supported")) return [];
  const found = new Map<string, Lacking>();
  for (const { pointer, code, message: details } of error.issues) {
    const parameter = pointer.replace("/parameters/", "");
    const feature = nameOf(parameter, settings);
    if (feature === undefined || code !== "not_supported") return [];
    if (!found.has(feature)) found.set(feature, unsupported(feature, details));
  }
  return [...found.values()];
}

type Lacking = Extract<SharedV4Warning, { type: "unsupported" }>;

/** Warnings for the settings whose nearest possible value was taken; `size: …` stands for width and height. */
export function describeChanges(
  assumptions: readonly string[],
  settings: Settings,
): SharedV4Warning[] {
  return assumptions.flatMap((assumption) => {
    const [, parameter = "", details = ""] = /^(\w+): (.*)$/s.exec(assumption) ?? [];
    const feature = nameOf(parameter === "size" ? "width" : parameter, settings);
    return feature === undefined ? [] : [{ type: "compatibility" as const, feature, details }];
  });
}

function nameOf(parameter: string, settings: Settings): string | undefined {
  return Object.keys(settings).find((name) => Object.hasOwn(settings[name] ?? {}, parameter));
}
