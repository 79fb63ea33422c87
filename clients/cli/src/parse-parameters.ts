import { CliError } from "./cli-error.ts";

/** Fields that the API knows for all models; every other name is a parameter of the model itself. */
const commonNames = new Set(
  (
    "aspectRatio width height resolution durationSeconds fps count style voice speed language format scale strength " +
    "seed negativePrompt operations timestamps trimStartSeconds trimEndSeconds"
  ).split(" "),
);
const aliases: Readonly<Record<string, string>> = {
  duration: "durationSeconds",
  aspect: "aspectRatio",
};

/** Reads `-P name=value`. Values are JSON where they can be; the voice may be given by its name alone. */
export function parseParameters(given: readonly string[]): Record<string, unknown> {
  const common: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of parseAssignments(given)) {
    const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    if (!commonNames.has(known)) own[name] = value;
    else common[known] = known === "voice" && typeof value === "string" ? { name: value } : value;
  }
  return Object.keys(own).length === 0 ? common : { ...common, modelParameters: own };
}

/** Reads `name=value` without knowledge of the names. */
export function parseAssignments(given: readonly string[]): [string, unknown][] {
  return given.map((text) => {
    const at = text.indexOf("=");
    if (at <= 0) throw new CliError(`"${text}" must have the form name=value.`);
    return [text.slice(0, at), parseValue(text.slice(at + 1))];
  });
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
