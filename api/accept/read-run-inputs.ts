import type { RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { Asset } from "#db/entities/asset.ts";
import { factsOf, listAssetsById } from "#db/jobs/assets.ts";
import type { Issue } from "#domain/errors.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import {
  isAssetReference,
  runInputIssues,
  toInputReference,
  withDefaults,
  type PipelineInput,
} from "#domain/pipelines/inputs.ts";
import { assetKindOf } from "#domain/requests/asset.ts";
import type { FileKind } from "#domain/requests/capability.ts";
import type { JobInput } from "#domain/requests/generation.ts";

import { requireAsset, wrongKind } from "./asset-issues.ts";

/** Values of a run's inputs, as expressions see them. */
export interface RunInputs {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
  /** Assets that are kept while the run exists. */
  readonly assets: readonly JobInput[];
}

/**
 * Checks the inputs of a run and adds defaults. A run that resumes another one takes over inputs that it does not name.
 * Throws like `requireAsset`.
 */
export async function readRunInputs(
  {
    definition: { inputs = {} },
    given = {},
    former,
  }: {
    definition: Definition;
    given: Readonly<Record<string, unknown>> | undefined;
    former: Readonly<Record<string, unknown>>;
  },
  caller: Pick<Caller, "organizationId">,
  { em }: Pick<RequestDependencies, "em">,
): Promise<RunInputs> {
  // Files of a former run have their facts, which are looked up again.
  const kept = Object.entries(former).flatMap(([name, value]) =>
    Object.hasOwn(inputs, name) ? [[name, toInputReference(value)] as const] : [],
  );
  const all: Record<string, unknown> = { ...Object.fromEntries(kept), ...given };
  const issues = runInputIssues(inputs, all);
  if (issues.length > 0) return { values: {}, issues, assets: [] };
  const named = Object.values(all).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isAssetReference),
  );
  const rows = await listAssetsById(em, [...new Set(named.map(({ assetId }) => assetId))]);
  const assets: JobInput[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(withDefaults(inputs, all))) {
    const input = inputs[name];
    if (input === undefined) continue;
    const take = (each: unknown, pointer: string): unknown => {
      if (!isAssetReference(each)) return each;
      const { assetId } = each;
      const asset = requireAsset(rows, assetId, { pointer, caller });
      assets.push({ kind: fileKindOf(input, pointer, asset), assetId });
      return toFile(asset);
    };
    values[name] = Array.isArray(value)
      ? value.map((each, ordinal) => take(each, `/inputs/${name}/${ordinal}`))
      : take(value, `/inputs/${name}`);
  }
  return { values, issues: [], assets };
}

function fileKindOf(input: PipelineInput, pointer: string, asset: Asset): FileKind {
  const wanted = input.type === "list" ? input.of.type : input.type;
  const contentKind = assetKindOf(asset.contentType);
  const kind = contentKind === "3d" ? "model" : contentKind;
  if (kind === null || kind !== wanted) throw wrongKind(pointer, asset, wanted);
  return kind;
}

function toFile(asset: Asset) {
  const { id: assetId, contentType, sha256 } = asset;
  const { framesPerSecond: _, ...facts } = factsOf(asset);
  return { assetId, contentType, bytes: asset.bytes, sha256, ...facts };
}
