import { type Actor, recordAudit } from "#db/audit.ts";
import { Pipeline, PipelineVersion } from "#db/entities/pipeline.ts";
import { createId } from "#db/ids.ts";
import { lockOrganization } from "#db/organizations/lock-organization.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";

import { hashDefinition } from "./definition-hash.ts";

/** Limits of an organization's pipelines that are not archived, and of the versions of one pipeline. */
export const pipelineLimits = { pipelines: 500, versions: 1_000 };

export interface PipelineRef {
  readonly pipelineId: string;
  readonly organizationId: string;
}

export interface PipelineWithVersion {
  readonly pipeline: Pipeline;
  readonly version: PipelineVersion;
}

/**
 * Finds a pipeline that the organization can use: its own, or a built-in one. Throws `pipeline_not_found` or
 * `outside_organization`.
 */
export async function findPipeline(
  em: EntityManager,
  { pipelineId, organizationId }: PipelineRef,
): Promise<Pipeline> {
  const pipeline = await em.findOne(Pipeline, pipelineId);
  if (pipeline === null) throw new AppError("pipeline_not_found", { details: { pipelineId } });
  if ((pipeline.organizationId ?? organizationId) !== organizationId) {
    throw new AppError("outside_organization");
  }
  return pipeline;
}

/** Finds a version, by default the latest. Throws like `findPipeline`, and `pipeline_version_not_found`. */
export async function findPipelineVersion(
  em: EntityManager,
  { version: number, ...ref }: PipelineRef & { version?: number | undefined },
): Promise<PipelineWithVersion> {
  const pipeline = await findPipeline(em, ref);
  const key = { pipelineId: pipeline.id, version: number ?? pipeline.latestVersion };
  const version = await em.findOne(PipelineVersion, key);
  if (version === null) throw new AppError("pipeline_version_not_found", { details: key });
  return { pipeline, version };
}

export interface PipelineFilter {
  readonly builtIn?: boolean | undefined;
  /** Lists archived pipelines instead of the others. */
  readonly archived: boolean;
  /** Case-insensitive part of the id, the name or the description. */
  readonly search?: string | undefined;
}

interface PagePart {
  readonly limit: number;
  /** Last id of the previous page. */
  readonly beforeId?: string | undefined;
}

/**
 * Lists the organization's pipelines, newest first, then the built-in ones, each with its latest version.
 */
export async function listPipelines(
  em: EntityManager,
  {
    organizationId,
    filter,
    ...page
  }: PagePart & { organizationId: string; filter: PipelineFilter },
): Promise<PipelineWithVersion[]> {
  const { limit, beforeId } = page;
  const own = await listRows(em, { owner: organizationId, filter, limit, beforeId });
  const rest = limit - own.length;
  const builtIn =
    rest === 0 ? [] : await listRows(em, { owner: null, filter, limit: rest, beforeId });
  const pipelines = [...own, ...builtIn];
  const versions = await em.find(PipelineVersion, {
    $or: pipelines.map(({ id, latestVersion }) => ({ pipelineId: id, version: latestVersion })),
  });
  const byPipeline = new Map(versions.map((version) => [version.pipelineId, version]));
  return pipelines.map((pipeline) => {
    const version = byPipeline.get(pipeline.id);
    if (version === undefined) throw new Error(`expected the latest version of ${pipeline.id}`);
    return { pipeline, version };
  });
}

async function listRows(
  em: EntityManager,
  {
    owner,
    filter: { builtIn, archived, search },
    limit,
    beforeId,
  }: PagePart & { owner: string | null; filter: PipelineFilter },
): Promise<Pipeline[]> {
  if (builtIn !== undefined && builtIn !== (owner === null)) return [];
  const wasOwn = beforeId?.startsWith("pip_") === true;
  // The previous page ended within the built-in pipelines.
  if (owner !== null && beforeId !== undefined && !wasOwn) return [];
  const isFollowing = beforeId !== undefined && wasOwn === (owner !== null);
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const names = ["id", "name", "description"].map((field) => ({ [field]: { $ilike: pattern } }));
  return em.find(
    Pipeline,
    {
      organizationId: owner,
      archivedAt: archived ? { $ne: null } : null,
      ...(isFollowing ? { id: { $lt: beforeId } } : {}),
      ...(search === undefined ? {} : { $or: names }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/** Lists versions, newest first, each with the one before it where there is one. */
export async function listPipelineVersions(
  em: EntityManager,
  {
    limit,
    beforeVersion,
    ...ref
  }: PipelineRef & { limit: number; beforeVersion?: number | undefined },
): Promise<{ version: PipelineVersion; previous: PipelineVersion | null }[]> {
  const { id: pipelineId } = await findPipeline(em, ref);
  const versions = await em.find(
    PipelineVersion,
    {
      pipelineId,
      ...(beforeVersion === undefined ? {} : { version: { $lt: beforeVersion } }),
    },
    { orderBy: { version: "desc" }, limit: limit + 1 },
  );
  return versions
    .slice(0, limit)
    .map((version, index) => ({ version, previous: versions[index + 1] ?? null }));
}

/** Creates a pipeline with version 1. Throws `pipeline_limit_reached`. */
export async function createPipeline(
  em: EntityManager,
  {
    organizationId,
    createdBy,
    name,
    description,
    version,
    actor,
  }: {
    organizationId: string;
    createdBy: string;
    name: string;
    description: string | null;
    version: CheckedVersion;
    actor: Actor;
  },
): Promise<PipelineWithVersion> {
  return em.transactional(async (tx) => {
    await refuseAboveLimit(tx, organizationId);
    const id = createId("pipeline");
    const pipeline = { id, organizationId, name, description, latestVersion: 1, createdBy };
    await tx.insert(Pipeline, pipeline);
    await insertVersion(tx, { pipelineId: id, number: 1, version, note: null, createdBy });
    await recordAudit(tx, {
      ...actor,
      action: "pipeline.created",
      ...targetOf(id),
      after: { name, version: 1, definitionHash: hashDefinition(version.definition) },
    });
    return findPipelineVersion(tx, { pipelineId: id, organizationId });
  });
}

export interface PipelineChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly archived?: boolean | undefined;
  readonly version?: CheckedVersion | undefined;
  readonly note?: string | undefined;
}

/**
 * Updates a pipeline; omitted fields stay unchanged. A definition that equals the latest creates no version, so a
 * repeated call changes nothing. Throws like `findPipeline`, and `pipeline_built_in`, `pipeline_archived` for a new
 * definition, and `pipeline_limit_reached`.
 */
export async function updatePipeline(
  em: EntityManager,
  { change, actor, ...ref }: PipelineRef & { change: PipelineChange; actor: Actor },
): Promise<PipelineWithVersion> {
  const { name, description, archived, version, note = null } = change;
  const { pipelineId, organizationId } = ref;
  return em.transactional(async (tx) => {
    // Serializes updates, so that two of them do not create the same version.
    await tx.execute(`select 1 from pipelines where id = ? for no key update`, [pipelineId]);
    const pipeline = await findPipeline(tx, ref);
    if (pipeline.organizationId == null) throw new AppError("pipeline_built_in");
    const before = stateOf(pipeline);
    if (archived === false && pipeline.archivedAt != null) {
      await refuseAboveLimit(tx, organizationId);
      pipeline.archivedAt = null;
    }
    if (archived === true) pipeline.archivedAt ??= new Date();
    if (name !== undefined) pipeline.name = name;
    if (description !== undefined) pipeline.description = description;
    if (version !== undefined && !(await isLatest(tx, pipeline, version))) {
      if (pipeline.archivedAt != null) throw new AppError("pipeline_archived");
      if (pipeline.latestVersion >= pipelineLimits.versions) {
        throw limitReached(pipelineLimits.versions);
      }
      pipeline.latestVersion += 1;
      const createdBy = actor.actorAccountId ?? null;
      await insertVersion(tx, {
        pipelineId,
        number: pipeline.latestVersion,
        version,
        note,
        createdBy,
      });
    }
    pipeline.updatedAt = new Date();
    await tx.flush();
    const act = { action: "pipeline.updated", ...targetOf(pipelineId) };
    await recordAudit(tx, { ...actor, ...act, before, after: stateOf(pipeline) });
    return findPipelineVersion(tx, ref);
  });
}

/** Serializes with concurrent creations of the organization. */
async function refuseAboveLimit(tx: EntityManager, organizationId: string): Promise<void> {
  await lockOrganization(tx, organizationId);
  const count = await tx.count(Pipeline, { organizationId, archivedAt: null });
  if (count >= pipelineLimits.pipelines) throw limitReached(pipelineLimits.pipelines);
}

function limitReached(limit: number): AppError {
  return new AppError("pipeline_limit_reached", { details: { limit } });
}

async function isLatest(
  tx: EntityManager,
  { id: pipelineId, latestVersion }: Pipeline,
  { definition }: CheckedVersion,
): Promise<boolean> {
  const latest = await tx.findOneOrFail(PipelineVersion, { pipelineId, version: latestVersion });
  return latest.definitionHash === hashDefinition(definition);
}

/** Inserts a version, in the transaction that sets `latestVersion`. */
export async function insertVersion(
  tx: EntityManager,
  {
    pipelineId,
    number,
    version: { definition, checked },
    note,
    createdBy,
  }: {
    pipelineId: string;
    number: number;
    version: CheckedVersion;
    note: string | null;
    createdBy: string | null;
  },
): Promise<void> {
  await tx.insert(PipelineVersion, {
    pipelineId,
    version: number,
    definition,
    definitionHash: hashDefinition(definition),
    checked,
    note,
    createdBy,
  });
}

function stateOf({ name, description, latestVersion, archivedAt }: Pipeline) {
  return { name, description: description ?? null, latestVersion, archived: archivedAt != null };
}

function targetOf(pipelineId: string) {
  return { targetType: "pipeline", targetId: pipelineId };
}

/** Lists the named versions that the organization can use; omits the others. */
export async function listUsableVersions(
  em: EntityManager,
  {
    organizationId,
    named,
  }: {
    organizationId: string;
    named: readonly { readonly pipelineId: string; readonly version: number }[];
  },
): Promise<PipelineVersion[]> {
  if (named.length === 0) return [];
  const usable = await em.find(Pipeline, {
    id: { $in: [...new Set(named.map(({ pipelineId }) => pipelineId))] },
    $or: [{ organizationId }, { organizationId: null }],
  });
  const ids = new Set(usable.map(({ id }) => id));
  const keys = named.filter(({ pipelineId }) => ids.has(pipelineId));
  return keys.length === 0
    ? []
    : em.find(PipelineVersion, { $or: keys.map((key) => ({ ...key })) });
}
