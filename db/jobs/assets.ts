import { CheckConstraintViolationException, LockMode } from "@mikro-orm/core";

import { type AuditAct, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { Asset } from "#db/entities/asset.ts";
import type { EntityManager } from "#db/orm.ts";
import { plans, type PlanSlug, retentionDaysOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import { assetKindOf, type AssetSource } from "#domain/requests/asset.ts";
import type { ContentType } from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";

export interface NewAsset {
  /** Chosen before the file is written: its storage key has it. */
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly storageKey: string;
  /** As far as the bytes tell; in seconds and pixels. */
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly source: AssetSource;
  readonly outputId: string | null;
}

/**
 * Registers a stored file. When the organization keeps the same bytes already, that asset is the
 * answer, kept as long as a new one, and `created` is false: the caller's own copy is not needed.
 * Throws `asset_limit_reached`.
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
    await checkLimits(tx, { organizationId, bytes, limits: plans[plan].assets });
    const kind = assetKindOf(contentType);
    if (kind === null) throw new AppError("asset_invalid");
    const asset = tx.create(Asset, { ...file, kind, storageKey, ...lifeOf(days) });
    await tx.flush();
    return { asset, created: true };
  });
}

/** Two uploads of one organization take turns here, so they can pass neither a limit nor each other. */
async function lockUploads(
  em: EntityManager,
  organizationId: string,
): Promise<{ plan: PlanSlug; days: number }> {
  // The weakest lock that excludes itself: rows that refer to the organization are written meanwhile.
  const [row] = await em.execute<{ plan: PlanSlug; retention_days: number | null }[]>(
    `select plan, retention_days from organizations where id = ? for no key update`,
    [organizationId],
  );
  if (row === undefined) throw new AppError("organization_not_found");
  return { plan: row.plan, days: retentionDaysOf(row.plan, row.retention_days) };
}

/** The asset with these bytes, kept from now on as long as a new one; null when there is none. */
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
    // Against a deletion or a sweep at the same time: one of the two sees what the other has done.
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

/** The rule of `findAsset`. */
export function refuseAsset(
  asset: Asset | null,
  { assetId, organizationId }: { assetId: string; organizationId: string },
): Asset {
  if (asset === null) throw new AppError("asset_not_found", { details: { assetId } });
  if (asset.organizationId !== organizationId) throw new AppError("outside_organization");
  return refuseExpired(asset);
}

/** Those of these assets that there are, whoever's they are, in one query. */
export async function listAssetsById(
  em: EntityManager,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, Asset>> {
  if (assetIds.length === 0) return new Map();
  const assets = await em.find(Asset, { id: { $in: [...assetIds] } });
  return new Map(assets.map((asset) => [asset.id, asset]));
}

/** What is known of a request's inputs, by the assets that it names. */
export function toInputFacts(
  inputs: readonly GenerationInput[],
  assets: ReadonlyMap<string, Asset>,
): InputFacts[] {
  return inputs.map((input) => ({
    kind: input.kind,
    ...("assetId" in input ? factsOf(assets.get(input.assetId)) : {}),
    ...("assetId" in input && hasNoLength(assets.get(input.assetId)) ? { hasNoLength: true } : {}),
  }));
}

/** The same, of a job that was accepted with them: they are there, even if deleted by now. */
export async function listInputFacts(
  em: EntityManager,
  inputs: readonly GenerationInput[],
): Promise<InputFacts[]> {
  const named = inputs.flatMap((input) => ("assetId" in input ? input.assetId : []));
  return toInputFacts(inputs, await listAssetsById(em, named));
}

/** What was measured of an asset when it was brought. */
export function factsOf(asset: Asset | undefined): Omit<InputFacts, "kind"> {
  const { durationSeconds, width, height } = asset ?? {};
  return {
    ...(durationSeconds == null ? {} : { durationSeconds: Number(durationSeconds) }),
    ...(width == null ? {} : { width }),
    ...(height == null ? {} : { height }),
  };
}

function hasNoLength(asset: Asset | undefined): boolean {
  return asset?.durationSeconds === null && /^(?:audio|video)\//.test(asset.contentType);
}

/** For who has proven by a signature that the asset may be read. Throws like `findAsset`. */
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

/** Newest first. `beforeId` is the last id of the page before; ids sort by creation. */
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
    /** Part of the name, in any case. */
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
 * Deletes an asset; its file goes afterwards. Deleting it again changes nothing. Throws
 * `asset_in_use` while a job that has not ended needs it: one that is accepted at the same time
 * either comes first, or finds no asset (migration 0009).
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
    if (asset.deletedAt) return;
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

/** A job uses them: they are kept from now on as long as new ones, written at most once an hour. */
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

/** The refusal of the trigger that holds a job's assets, as `asset_expired`; all else as it is. */
export function translateMissingAsset(error: unknown): unknown {
  const isRefusal =
    error instanceof CheckConstraintViolationException &&
    error.message.includes("an asset of the job is no longer kept");
  return isRefusal ? new AppError("asset_expired", { cause: error }) : error;
}
