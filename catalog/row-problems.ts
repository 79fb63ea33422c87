import { creditsMax, creditsOfUsd, inSteps } from "#domain/billing/credits.ts";

import type { Parameter } from "./parameters.ts";

/**
 * Rules of a row across several fields. They also run when a field is wrong, so they assume nothing: problems
 * that the schema has already reported are skipped.
 */

interface UncheckedParameters {
  readonly required?: unknown;
  readonly properties?: unknown;
  readonly "x-fixed"?: unknown;
  readonly "x-conditions"?: unknown;
}

export function parameterProblems(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const parameter: Partial<Parameter> = value;
  const { type, enum: values, minimum, maximum, default: preset } = parameter;
  const problems: string[] = [];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    problems.push(`minimum ${minimum} is above maximum ${maximum}`);
  }
  const isNumber = type === "integer" || type === "number";
  if (!isNumber && (minimum !== undefined || maximum !== undefined)) {
    problems.push("minimum and maximum belong to numbers");
  }
  if ((type === "array") !== (parameter.items !== undefined)) {
    problems.push("a list needs items, and only a list has them");
  }
  const { minItems, maxItems } = parameter;
  if (type !== "array" && (minItems !== undefined || maxItems !== undefined)) {
    problems.push("minItems and maxItems belong to lists");
  }
  if (type !== "string" && (parameter.maxLength !== undefined || parameter.format !== undefined)) {
    problems.push("maxLength and format belong to strings");
  }
  for (const choice of Array.isArray(values) ? values : []) {
    if (!fits(choice, type)) problems.push(`enum value ${String(choice)} is not of type ${type}`);
  }
  for (const choice of Object.values(parameter["x-only"] ?? {}).flat()) {
    if (Array.isArray(values) && !values.includes(choice)) {
      problems.push(`x-only value ${String(choice)} is not one of the enum's values`);
    }
  }
  const tasks = parameter["x-tasks"];
  if ((parameter["x-role"] === "task") !== (tasks !== undefined)) {
    problems.push("the role task needs tasks, and only that role has them");
  }
  for (const task of Object.values(tasks ?? {})) {
    if (Array.isArray(values) && !values.includes(task)) {
      problems.push(`x-tasks value ${task} is not one of the enum's values`);
    }
  }
  if (preset === undefined) return problems;
  if (!fits(preset, type)) problems.push(`default ${String(preset)} is not of type ${type}`);
  if (Array.isArray(values) && !values.includes(preset)) {
    problems.push(`default ${String(preset)} is not one of the enum's values`);
  }
  if (typeof preset === "number") {
    if (preset < (minimum ?? preset)) problems.push(`default ${preset} is below minimum`);
    if (preset > (maximum ?? preset)) problems.push(`default ${preset} is above maximum`);
  }
  return problems;
}

export function modelProblems(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const parameters: UncheckedParameters = isRecord(value["parameters"]) ? value["parameters"] : {};
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  return [
    ...nameProblems(parameters, properties),
    ...conditionProblems(parameters["x-conditions"], properties),
    ...priceProblems(value, properties),
    ...limitProblems(value["limits"]),
    ...lifecycleProblems(value),
    ...repeated(value["capabilities"], "capability"),
    ...repeated(value["transports"], "transport"),
  ];
}

export function providerProblems(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const problems: string[] = [];
  const models = Array.isArray(value["models"]) ? value["models"].filter(isRecord) : [];
  problems.push(
    ...repeated(
      models.map((model) => model["id"]),
      "model id",
    ),
  );
  const auth = value["auth"];
  if (isRecord(auth) && typeof auth["format"] === "string" && !auth["format"].includes("{key}")) {
    problems.push('auth.format must contain "{key}"');
  }
  const isEmbedded = value["tier"] === "embedded";
  const isOwn = value["tier"] === "own";
  if (isEmbedded !== (value["baseUrl"] === null)) {
    problems.push("an embedded provider, and only that, has no baseUrl");
  }
  if ((isEmbedded || isOwn) !== (value["auth"] === null)) {
    problems.push("an embedded or own provider, and only that, has no auth");
  }
  if (isOwn !== isRecord(value["connection"])) {
    problems.push("an own provider, and only that, has a connection");
  }
  const services = isRecord(value["services"]) ? value["services"] : {};
  for (const model of models) {
    const service = model["service"];
    if (typeof service === "string" && !Object.hasOwn(services, service)) {
      problems.push(`${String(model["id"])} is called at "${service}", which is no service`);
    }
    const isFree = isRecord(model["pricing"]) && model["pricing"]["typicalUsd"] === 0;
    if (isFree && !isEmbedded) problems.push(`${String(model["id"])} has no price`);
  }
  return problems;
}

function nameProblems(
  parameters: UncheckedParameters,
  properties: Readonly<Record<string, unknown>>,
): string[] {
  const required = Array.isArray(parameters.required) ? parameters.required.map(String) : [];
  const fixed = isRecord(parameters["x-fixed"]) ? Object.keys(parameters["x-fixed"]) : [];
  return [
    ...required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => `required parameter "${name}" is not among the properties`),
    ...repeated(parameters.required, "required parameter"),
    ...fixed
      .filter((name) => Object.hasOwn(properties, name))
      .map((name) => `parameter "${name}" is both fixed and a property`),
  ];
}

function conditionProblems(
  conditions: unknown,
  properties: Readonly<Record<string, unknown>>,
): string[] {
  return (Array.isArray(conditions) ? conditions.filter(isRecord) : []).flatMap((condition) =>
    ["when", "allows"]
      .flatMap((part) => (isRecord(condition[part]) ? Object.entries(condition[part]) : []))
      .flatMap(([name, wanted]) => {
        const property = properties[name];
        if (!isRecord(property)) return [`x-conditions: "${name}" is not a parameter`];
        const { enum: values } = property;
        return (Array.isArray(wanted) ? wanted : [])
          .filter((each) => Array.isArray(values) && !values.includes(each))
          .map((each) => `x-conditions: ${name} has no value "${String(each)}"`);
      }),
  );
}

function priceProblems(
  model: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): string[] {
  const pricing = isRecord(model["pricing"]) ? model["pricing"] : {};
  const priced = isRecord(model["priced"]) ? model["priced"] : {};
  const factors = isRecord(model["priceFactors"]) ? model["priceFactors"] : {};
  const problems: string[] = [];
  const { typicalUsd, perSecondUsd, stepUsd } = pricing;
  if ((typicalUsd === 0) !== (model["credits"] !== undefined)) {
    problems.push("credits are stated if, and only if, typicalUsd is zero");
  }
  if (typeof perSecondUsd === "number" && typeof typicalUsd === "number") {
    const usd = perSecondUsd * Number(priced["seconds"]);
    const billed = inSteps(usd, typeof stepUsd === "number" ? stepUsd : undefined);
    // Lists are rounded to a cent, so the two figures may differ by one.
    if (!(Math.abs(billed - typicalUsd) <= 0.01)) {
      problems.push("perSecondUsd × priced.seconds is not typicalUsd");
    }
  }
  if (typeof typicalUsd === "number" && creditsOfUsd(typicalUsd) > creditsMax) {
    problems.push(`the typical job costs more than ${creditsMax} credits, the most that is sold`);
  }
  if (Object.keys(priced).length === 0) problems.push("priced names no quantity");
  if (pricing["furtherMegapixelUsd"] !== undefined && priced["megapixels"] === undefined) {
    problems.push("furtherMegapixelUsd needs priced.megapixels");
  }
  return [
    ...problems,
    ...measuredProblems(model, properties),
    ...factorProblems(factors, properties),
  ];
}

function measuredProblems(
  model: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): string[] {
  const measured = isRecord(model["measured"]) ? model["measured"] : {};
  const priced = isRecord(model["priced"]) ? model["priced"] : {};
  const seconds = isRecord(measured["seconds"]) ? measured["seconds"] : {};
  return [
    ...Object.keys(measured)
      .filter((quantity) => quantity !== "images")
      .map((quantity) => (quantity === "frames" ? "seconds" : quantity))
      .filter((quantity) => !Object.hasOwn(priced, quantity))
      .map((quantity) => `measured: "${quantity}" is not priced`),
    ...Object.keys(isRecord(seconds["also"]) ? seconds["also"] : {})
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => `measured: "${name}" is not a parameter`),
  ];
}

function factorProblems(
  factors: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(factors).flatMap(([name, byValue]) => {
    const property = properties[name];
    if (!isRecord(property)) return [`priceFactors: "${name}" is not a parameter`];
    if (!isRecord(byValue)) return [];
    const values = property["enum"];
    const unknown = Array.isArray(values)
      ? Object.keys(byValue).filter((key) => !values.map(String).includes(key))
      : [];
    return [
      ...unknown.map((key) => `priceFactors: ${name} has no value "${key}"`),
      ...Object.values(byValue).flatMap((factor) =>
        isRecord(factor) ? factorProblems(factor, properties) : [],
      ),
    ];
  });
}

function limitProblems(limits: unknown): string[] {
  if (!isRecord(limits)) return [];
  return Object.entries(limits)
    .filter(([, bounds]) => isRecord(bounds) && Number(bounds["min"]) > Number(bounds["max"]))
    .map(([quantity]) => `limits.${quantity}: min is above max`);
}

function lifecycleProblems(model: Readonly<Record<string, unknown>>): string[] {
  const lifecycle = model["lifecycle"];
  if (!isRecord(lifecycle)) return [];
  const problems: string[] = [];
  if (lifecycle["status"] === "retired" && lifecycle["retiresOn"] === undefined) {
    problems.push("a retired model says since when (retiresOn)");
  }
  if (lifecycle["status"] === "disabled" && lifecycle["note"] === undefined) {
    problems.push("a disabled model says why (note)");
  }
  if (lifecycle["replacedBy"] === model["id"]) problems.push("a model cannot replace itself");
  return problems;
}

export function repeated(values: unknown, what: string): string[] {
  if (!Array.isArray(values)) return [];
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  return [...new Set(twice)].map((value) => `${what} "${String(value)}" is there twice`);
}

function fits(value: unknown, type: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
