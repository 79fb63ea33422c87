import { CheckConstraintViolationException, LockMode } from "@mikro-orm/core";

import { type AuditAct, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { Asset } from "#db/entities/asset.ts";
import { Output } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import { isQuarantined, quarantineRefusal } from "#db/safety/quarantine.ts";
import { plans, type PlanSlug, retentionDaysOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import { assetKindOf, type AssetSource } from "#domain/requests/asset.ts";
import type { ContentType } from "#domain/requests/capability.ts";
import { generationInputs, type JobInput } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";

import { outputFactsOf } from "./outputs.ts";

export interface NewAsset {
  /** Generated before the file is written, because its storage key contains the id. */
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly storageKey: string;
  /** Measured from the bytes, in seconds and pixels; null when unknown. */
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly framesPerSecond: number | null;
  readonly source: AssetSource;
  readonly outputId: string | null;
}

/**
 * Registers a stored file. When the organization already keeps the same bytes, returns that asset with
 * `created: false`, extended to a full retention period; the caller's own copy is then not needed. Throws
 * `asset_limit_reached`, and `content_blocked` for a file that is in quarantine.
 */
export async function createAsset(
  em: EntityManager,
  { storageKey, ...file }: NewAsset,
): Promise<{ asset: Asset; created: boolean }> {
  return em.transactional(async (tx) => {
    const { organizationId, sha256, bytes, contentType } = file;
    const { plan, days } = await lockUploads(tx, organizationId);
    const known = await renewAsset(tx, { organizationId, sha256, bytes, days });
    if (known !== null) return { asset: known, created: false };
    if (await isQuarantined(tx, { organizationId, hashes: [sha256] })) throw quarantineRefusal();
    await checkLimits(tx, { organizationId, bytes, limits: plans[plan].assets });
    const kind = assetKindOf(contentType);
    if (kind === null) throw new AppError("asset_invalid");
    const asset = tx.create(Asset, { ...file, kind, storageKey, ...lifeOf(days) });
    await tx.flush();
    return { asset, created: true };
  });
}

/**
 * Serializes the uploads of one organization, so concurrent uploads neither exceed a limit nor store
 * duplicates.
 */
async function lockUploads(
  em: EntityManager,
  organizationId: string,
): Promise<{ plan: PlanSlug; days: number }> {
  // The weakest lock that excludes itself: other transactions can still insert rows that reference the
  // organization.
  const [row] = await em.execute<{ plan: PlanSlug; retention_days: number | null }[]>(
    `select plan, retention_days from organizations where id = ? for no key update`,
    [organizationId],
  );
  if (row === undefined) throw new AppError("organization_not_found");
  return { plan: row.plan, days: retentionDaysOf(row.plan, row.retention_days) };
}

/**
 * Finds the asset with these bytes and extends it to a full retention period. Returns null when there is
 * none.
 */
export async function renewAssetByHash(
  em: EntityManager,
  content: { organizationId: string; sha256: string; bytes: number },
): Promise<Asset | null> {
  return em.transactional(async (tx) => {
    const { plan, retentionDays } = await tx.findOneOrFail(Organization, content.organizationId);
    return renewAsset(tx, { ...content, days: retentionDaysOf(plan, retentionDays) });
  });
}

async function renewAsset(
  em: EntityManager,
  {
    organizationId,
    sha256,
    bytes,
    days,
  }: { organizationId: string; sha256: string; bytes: number; days: number },
): Promise<Asset | null> {
  const asset = await em.findOne(
    Asset,
    { organizationId, sha256, bytes, deletedAt: null },
    // Locks against a concurrent deletion or expiry sweep: the second of the two sees the first one's change.
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (asset === null) return null;
  const { expiresAt } = lifeOf(days);
  if (expiresAt > asset.expiresAt) asset.expiresAt = expiresAt;
  await em.flush();
  return asset;
}

function lifeOf(days: number): { createdAt: Date; expiresAt: Date } {
  const createdAt = new Date();
  return { createdAt, expiresAt: new Date(createdAt.getTime() + days * 86_400_000) };
}

async function checkLimits(
  em: EntityManager,
  {
    organizationId,
    bytes,
    limits,
  }: { organizationId: string; bytes: number; limits: { bytesMax: number; countMax: number } },
): Promise<void> {
  const [kept] = await em.execute<{ count: number; bytes: string }[]>(
    `select count(*)::int as count, coalesce(sum(bytes), 0)::text as bytes
     from assets where organization_id = ? and deleted_at is null`,
    [organizationId],
  );
  const { countMax, bytesMax } = limits;
  const count = kept?.count ?? 0;
  const keptBytes = Number(kept?.bytes ?? 0);
  if (count < countMax && keptBytes + bytes <= bytesMax) return;
  throw new AppError("asset_limit_reached", {
    details: { count, countMax, bytes: keptBytes, bytesMax },
  });
}

/** Throws `asset_not_found`, `outside_organization` or `asset_expired`. */
export async function findAsset(
  em: EntityManager,
  { assetId, organizationId }: { assetId: string; organizationId: string },
): Promise<Asset> {
  const asset = await em.findOne(Asset, assetId);
  return refuseAsset(asset, { assetId, organizationId });
}

/** Applies the checks of `findAsset` to a row that is already loaded. */
export function refuseAsset(
  asset: Asset | null,
  { assetId, organizationId }: { assetId: string; organizationId: string },
): Asset {
  if (asset === null) throw new AppError("asset_not_found", { details: { assetId } });
  if (asset.organizationId !== organizationId) throw new AppError("outside_organization");
  return refuseExpired(asset);
}

/** Loads the assets that exist, of any organization, in one query. */
export async function listAssetsById(
  em: EntityManager,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, Asset>> {
  if (assetIds.length === 0) return new Map();
  const assets = await em.find(Asset, { id: { $in: [...assetIds] } });
  return new Map(assets.map((asset) => [asset.id, asset]));
}

/** Describes the inputs of a request by kind and by the measurements of the assets that they reference. */
export function toInputFacts(
  inputs: readonly JobInput[],
  assets: ReadonlyMap<string, Asset>,
): InputFacts[] {
  return generationInputs(inputs).map((input) => {
    const asset = "assetId" in input ? assets.get(input.assetId) : undefined;
    return {
      kind: input.kind,
      ...(asset === undefined ? {} : { contentType: asset.contentType }),
      ...factsOf(asset),
      ...(hasNoLength(asset) ? { hasNoLength: true } : {}),
    };
  });
}

/**
 * Describes the inputs of an accepted job. Its asset rows still exist, even when the assets were deleted
 * since.
 */
export async function listInputFacts(
  em: EntityManager,
  given: readonly JobInput[],
): Promise<InputFacts[]> {
  const inputs = generationInputs(given);
  const named = inputs.flatMap((input) => ("assetId" in input ? input.assetId : []));
  const made = inputs.flatMap((input) => ("outputId" in input ? input.outputId : []));
  const facts = toInputFacts(inputs, await listAssetsById(em, named));
  if (made.length === 0) return facts;
  const outputs = await em.find(Output, { id: { $in: made } });
  const byId = new Map(outputs.map((output) => [output.id, output]));
  return facts.map((fact, ordinal) => {
    const input = inputs[ordinal];
    const output =
      input !== undefined && "outputId" in input ? byId.get(input.outputId) : undefined;
    return output === undefined ? fact : { ...fact, ...outputFactsOf(output) };
  });
}

/** Returns the measurements taken when the asset was uploaded. */
export function factsOf(asset: Asset | undefined): Omit<InputFacts, "kind"> {
  const { durationSeconds, width, height, framesPerSecond } = asset ?? {};
  return {
    ...(durationSeconds == null ? {} : { durationSeconds: Number(durationSeconds) }),
    ...(width == null ? {} : { width }),
    ...(height == null ? {} : { height }),
    ...(framesPerSecond == null ? {} : { framesPerSecond: Number(framesPerSecond) }),
  };
}

function hasNoLength(asset: Asset | undefined): boolean {
  return asset?.durationSeconds === null && /^(?:audio|video)\//.test(asset.contentType);
}

/** Finds an asset for a caller whose signed URL has been verified. Throws like `findAsset`. */
export async function findSignedAsset(em: EntityManager, assetId: string): Promise<Asset> {
  const asset = await em.findOne(Asset, assetId);
  if (asset === null) throw new AppError("asset_not_found", { details: { assetId } });
  return refuseExpired(asset);
}

function refuseExpired(asset: Asset): Asset {
  const { deletedAt, expiresAt } = asset;
  if (!deletedAt && expiresAt > new Date()) return asset;
  throw new AppError("asset_expired", {
    details: { assetId: asset.id, expiredAt: (deletedAt ?? expiresAt).toISOString() },
  });
}

/** Lists assets, newest first. `beforeId` is the last id of the previous page; ids sort by creation time. */
export async function listAssets(
  em: EntityManager,
  {
    organizationId,
    kind,
    name,
    limit,
    beforeId,
  }: {
    organizationId: string;
    kind?: ContentType | undefined;
    /** Case-insensitive part of the name. */
    name?: string | undefined;
    limit: number;
    beforeId?: string | undefined;
  },
): Promise<Asset[]> {
  return em.find(
    Asset,
    {
      organizationId,
      deletedAt: null,
      expiresAt: { $gt: new Date() },
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      ...(kind === undefined ? {} : { kind }),
      ...(name === undefined ? {} : { name: { $ilike: `%${escapePattern(name)}%` } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);
}

/**
 * Marks an asset as deleted; its file is purged later. Repeated deletion changes nothing. Throws
 * `asset_in_use` while an unfinished job references it. A job accepted concurrently either commits first, or
 * finds the asset deleted and is refused (migration 0009).
 */
export async function deleteAsset(
  em: EntityManager,
  {
    assetId,
    organizationId,
    actor,
  }: {
    assetId: string;
    organizationId: string;
    actor: Omit<AuditAct, "action" | "targetType" | "targetId" | "before" | "after">;
  },
): Promise<void> {
  await em.transactional(async (tx) => {
    const asset = await tx.findOne(Asset, assetId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (asset === null) throw new AppError("asset_not_found", { details: { assetId } });
    if (asset.organizationId !== organizationId) throw new AppError("outside_organization");
    if (asset.deletedAt) {
      // A file in quarantine is held, and does not return after its owner has deleted it.
      if (asset.expiresAt > asset.deletedAt) asset.expiresAt = asset.deletedAt;
      return;
    }
    const [user] = await tx.execute<{ id: string }[]>(
      `select j.id from job_assets a join jobs j on j.id = a.job_id
       where a.asset_id = ? and j.finished_at is null limit 1`,
      [assetId],
    );
    if (user !== undefined) {
      throw new AppError("asset_in_use", { details: { assetId, jobId: user.id } });
    }
    asset.deletedAt = new Date();
    await recordAudit(tx, {
      ...actor,
      action: "asset.deleted",
      targetType: "asset",
      targetId: assetId,
      before: { name: asset.name ?? null, kind: asset.kind, bytes: asset.bytes },
    });
  });
}

/**
 * Extends assets that a job uses to a full retention period. Skips writes that would add less than one hour.
 */
export async function keepUsedAssets(
  em: EntityManager,
  { assetIds, organizationId }: { assetIds: readonly string[]; organizationId: string },
): Promise<void> {
  if (assetIds.length === 0) return;
  const { plan, retentionDays } = await em.findOneOrFail(Organization, organizationId);
  await em.execute(
    `update assets set expires_at = now() + make_interval(days => ?)
     where id in (${assetIds.map(() => "?").join(", ")}) and deleted_at is null
       and expires_at < now() + make_interval(days => ?) - interval '1 hour'`,
    [retentionDaysOf(plan, retentionDays), ...assetIds, retentionDaysOf(plan, retentionDays)],
  );
}

/**
 * Translates the refusal of the trigger that guards a job's assets to `asset_expired`; returns other errors
 * unchanged.
 */
export function translateMissingAsset(error: unknown): unknown {
  const isRefusal =
    error instanceof CheckConstraintViolationException &&
    error.message.includes("an asset of the job is no longer kept");
  return isRefusal ? new AppError("asset_expired", { cause: error }) : error;
}
