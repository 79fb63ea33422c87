import { offerProblems } from "#catalog/canonical.ts";
import { capabilityRules } from "#domain/requests/capability.ts";

import { isFileRole } from "./define-own-provider.ts";
import type { OwnModel, OwnParameter, OwnProvider } from "./own-entry.ts";
import { typeOf } from "./value-type.ts";
import type { WorkflowModel } from "./workflow-entry.ts";

export interface PlacedProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface TakenNames {
  /** Slugs of the providers and services of this version. */
  readonly slugs: ReadonlySet<string>;
  /** Ids of the models of this version. */
  readonly modelIds: ReadonlySet<string>;
  /** Settings of the engine, which must not be sent to an own server. */
  readonly settings: ReadonlySet<string>;
}

/** Lists problems across fields and entries of a file whose fields are valid. */
export function entryProblems(
  providers: readonly OwnProvider[],
  taken: TakenNames,
): PlacedProblem[] {
  const slugs = new Set<string>();
  const ids = new Set<string>();
  return providers.flatMap((provider, index) => {
    const at = (...path: (string | number)[]) => ["providers", index, ...path];
    const problems: PlacedProblem[] = [];
    if (taken.slugs.has(provider.slug)) {
      problems.push({
        path: at("slug"),
        message: `"${provider.slug}" is a provider of this version; choose another slug`,
      });
    }
    if (slugs.has(provider.slug)) {
      problems.push({ path: at("slug"), message: `"${provider.slug}" is listed twice` });
    }
    slugs.add(provider.slug);
    for (const [header, name] of Object.entries(provider.headersEnv)) {
      if (!taken.settings.has(name)) continue;
      problems.push({
        path: at("headersEnv", header),
        message: `${name} is a setting of the engine; choose another variable`,
      });
    }
    for (const [place, model] of provider.models.entries()) {
      const path = at("models", place);
      if (taken.modelIds.has(model.id)) {
        problems.push({
          path: [...path, "id"],
          message: `"${model.id}" is a model of this version; choose another id`,
        });
      }
      if (ids.has(model.id)) {
        problems.push({ path: [...path, "id"], message: `"${model.id}" is listed twice` });
      }
      ids.add(model.id);
      problems.push(
        ...[
          ...modelProblems(model),
          ...("workflow" in model ? [] : parameterListProblems(model)),
        ].map((each) => ({ ...each, path: [...path, ...each.path] })),
      );
    }
    return problems;
  });
}

function modelProblems(model: OwnModel | WorkflowModel): PlacedProblem[] {
  const { id, offers, capabilities, priced } = model;
  const types = new Set(capabilities.map((each) => capabilityRules[each].contentType));
  const [contentType = "image"] = types;
  return [
    ...offerProblems([{ id, offers, contentType }]).map((message) => ({
      path: [offers === undefined ? "id" : "offers"],
      message,
    })),
    ...(types.size > 1
      ? [{ path: ["capabilities"], message: "must all make the same kind of file" }]
      : []),
    ...(priced.seconds !== undefined && types.has("image")
      ? [{ path: ["priced", "seconds"], message: "an image has no seconds" }]
      : []),
  ];
}

function parameterListProblems({ capabilities, parameters }: OwnModel): PlacedProblem[] {
  const responds = capabilities.every((each) => each === "text-to-speech");
  return [
    ...(parameters["response_format"] !== undefined && !responds
      ? [
          {
            path: ["parameters", "response_format"],
            message: "is a field that the engine sets, except for speech",
          },
        ]
      : []),
    ...Object.entries(parameters).flatMap(([name, parameter]) =>
      parameterProblems(name, parameter).map((message) => ({
        path: ["parameters", name],
        message,
      })),
    ),
  ];
}

/** Names of fields with which a caller could make the server read a file or a URL. */
const placeName = /(^|[_.])(name|file|filename|path|dir|url|uri)$|path|url/i;

function parameterProblems(name: string, parameter: OwnParameter): string[] {
  const { role, enum: values, maxItems } = parameter;
  if (isFileRole(role)) {
    const stated = Object.keys(parameter).filter(
      (key) => !["role", "required", ...(role === "images" ? ["maxItems"] : [])].includes(key),
    );
    return stated.length === 0 ? [] : [`a file has no ${stated.join(", ")}`];
  }
  const isFree = (parameter.type ?? typeOf(parameter)) === "string" && values === undefined;
  return [
    ...(maxItems === undefined ? [] : ["only the role images has maxItems"]),
    ...(isFree && placeName.test(name) && role !== "prompt" && role !== "text"
      ? ["names a file or a URL, so it needs an enum of the allowed values"]
      : []),
  ];
}
