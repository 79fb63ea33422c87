import { offerProblems } from "./canonical.ts";
import { creditRange, type Credits, type Limits } from "./credit-range.ts";
import { providerSchema, type ModelRow, type ProviderRow } from "./provider-row.ts";
import { repeated } from "./row-problems.ts";

export type ProviderInput = DeepReadonly<ProviderRow>;
export type ModelInput = DeepReadonly<ModelRow>;

/** A model's row with its derived values: credits, and every known bound. */
export type ModelDefinition = DeepReadonly<
  Omit<ModelRow, "credits" | "limits"> & { credits: Credits; limits: Limits }
>;

export type ProviderDefinition<Slug extends string = string> = DeepReadonly<
  Omit<ProviderRow, "slug" | "models">
> & { readonly slug: Slug; readonly models: readonly ModelDefinition[] };

/**
 * Checks a provider's row when its module loads, adds derived values and freezes it. Throws an `Error` that
 * names every problem, because a wrong row is a bug and not an input.
 */
export function defineProvider<const Slug extends string>(
  row: ProviderInput & { readonly slug: Slug },
): ProviderDefinition<Slug> {
  const checked = providerSchema.safeParse(row);
  if (!checked.success) {
    throw wrong(
      `provider "${row.slug}"`,
      checked.error.issues.map((issue) => `${placeOf(row, issue.path)}: ${issue.message}`),
    );
  }
  const models = checked.data.models.map((model) => ({ ...model, ...creditRange(model) }));
  return deepFreeze({ ...checked.data, slug: row.slug, models }) as ProviderDefinition<Slug>;
}

/** Checks rules across providers. Throws an `Error` that names every problem. */
export function defineCatalog<const Providers extends readonly ProviderDefinition[]>(
  providers: Providers,
): Providers {
  const models = providers.flatMap((provider) => provider.models);
  const mediaModels = providers.flatMap(({ mediaModel }) => mediaModel ?? []);
  const ids = [...models, ...mediaModels].map(({ id }) => id);
  const problems = [
    ...repeated(
      providers.flatMap((provider) => [provider.slug, ...Object.keys(provider.services ?? {})]),
      "provider or service",
    ),
    ...repeated(ids, "model id"),
    ...offerProblems(models),
    ...models.flatMap(({ id, lifecycle: { replacedBy } }) =>
      replacedBy === undefined || ids.includes(replacedBy)
        ? []
        : [`${id} is replaced by "${replacedBy}", which is not in the catalog`],
    ),
  ];
  if (problems.length > 0) throw wrong("list of providers", problems);
  return Object.freeze(providers);
}

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

function wrong(what: string, problems: readonly string[]): Error {
  return new Error(
    `The catalog's ${what} is wrong:\n${problems.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** Names the model in a path: `flux-2-pro.pricing` instead of `models.3.pricing`. */
function placeOf(row: ProviderInput, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path.map(String);
  if (first === undefined) return "row";
  if (first !== "models" || index === undefined) return path.map(String).join(".");
  return [row.models[Number(index)]?.id ?? `models.${index}`, ...rest].join(".");
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
