import { randomBytes } from "node:crypto";

import { type Actor, recordAudit } from "#db/audit.ts";
import { OrganizationEvent } from "#db/entities/organization.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import { createId } from "#db/ids.ts";
import { holdMembership } from "#db/memberships.ts";
import { lockOrganization } from "#db/organizations/lock-organization.ts";
import type { EntityManager } from "#db/orm.ts";
import type { SealedPlace, Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";
import {
  listenUrl,
  type DisabledReason,
  unreadHoursMax,
  type WebhookEventType,
} from "#domain/notifications/webhook.ts";

import { abandonDeliveries } from "./abandon-deliveries.ts";

/** Endpoints per organization, in addition to the one that signs for the webhook URLs of jobs. */
export const webhooksMax = 20;
/** Unread endpoints that one call deletes. */
const unreadPerTurn = 100;

export interface WebhookRef {
  readonly webhookId: string;
  readonly organizationId: string;
}

export interface WebhookRules {
  readonly url: string;
  /** Null for all event types, including future ones. */
  readonly events: readonly WebhookEventType[] | null;
  readonly enabled: boolean;
}

/**
 * Creates an endpoint and returns its secret, which cannot be retrieved again. Throws
 * `webhook_limit_reached`.
 */
export async function createWebhook(
  em: EntityManager,
  vault: Vault,
  {
    organizationId,
    createdBy,
    rules: { url, events, enabled },
    actor,
  }: { organizationId: string; createdBy: string; rules: WebhookRules; actor: Actor },
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  return em.transactional(async (tx) => {
    // Serializes creations, so that concurrent requests cannot exceed the limit.
    await lockOrganization(tx, organizationId);
    await holdMembership(tx, { organizationId, accountId: createdBy });
    const count = await tx.count(WebhookEndpoint, {
      organizationId,
      deletedAt: null,
      url: { $ne: null },
    });
    if (count >= webhooksMax) {
      throw new AppError("webhook_limit_reached", { details: { limit: webhooksMax } });
    }
    const webhookId = createId("webhook");
    const { secret, sealed } = createSecret(vault, webhookId);
    await tx.insert(WebhookEndpoint, {
      id: webhookId,
      organizationId,
      url,
      events: events?.slice() ?? null,
      secret: sealed,
      ...(enabled ? {} : { disabledAt: new Date(), disabledReason: "owner" }),
      createdBy,
      ...urlSetter(actor),
    });
    const webhook = await tx.findOneOrFail(WebhookEndpoint, webhookId);
    const act = { action: "webhook.created", ...target(webhookId), after: rulesOf(webhook) };
    await recordAudit(tx, { ...actor, ...act });
    return { webhook, secret };
  });
}

/**
 * Creates the endpoint that signs for the webhook URLs of jobs and returns its secret, which cannot be
 * retrieved again. Throws `webhook_exists` when the organization already has one.
 */
export async function createJobsWebhook(
  em: EntityManager,
  vault: Vault,
  { actor, ...owner }: { organizationId: string; createdBy: string; actor: Actor },
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  return em.transactional(async (tx) => {
    const made = await insertJobsWebhook(tx, vault, owner);
    if (made === null) throw new AppError("webhook_exists");
    const webhook = await tx.findOneOrFail(WebhookEndpoint, made.webhookId);
    const act = { action: "webhook.created", ...target(webhook.id), after: rulesOf(webhook) };
    await recordAudit(tx, { ...actor, ...act });
    return { webhook, secret: made.secret };
  });
}

/**
 * Ensures that the organization has the endpoint that signs for the webhook URLs of jobs;
 * `rotateWebhookSecret` returns a new secret for it. Must be called before a job with `webhookUrl` is
 * accepted: without the endpoint no event is sent. Throws `webhook_disabled` when the endpoint was disabled.
 */
export async function ensureJobsWebhook(
  em: EntityManager,
  vault: Vault,
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
): Promise<void> {
  const existing = await em.findOne(WebhookEndpoint, {
    organizationId,
    url: null,
    deletedAt: null,
  });
  if (existing?.disabledAt != null) throw disabled(existing.id);
  if (existing === null) await insertJobsWebhook(em, vault, { organizationId, createdBy });
}

/** Returns null when the endpoint exists; of concurrent calls only one creates it. */
async function insertJobsWebhook(
  em: EntityManager,
  vault: Vault,
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
): Promise<{ webhookId: string; secret: string } | null> {
  const webhookId = createId("webhook");
  const { secret, sealed } = createSecret(vault, webhookId);
  const inserted = await em.execute<{ id: string }[]>(
    `insert into webhook_endpoints (id, organization_id, secret, created_by) values (?, ?, ?, ?)
     on conflict do nothing returning id`,
    [webhookId, organizationId, sealed, createdBy],
  );
  return inserted.length === 0 ? null : { webhookId, secret };
}

/** Lists endpoints, newest first. `beforeId` is the last id of the previous page. */
export async function listWebhooks(
  em: EntityManager,
  {
    organizationId,
    limit,
    beforeId,
  }: { organizationId: string; limit: number; beforeId?: string | undefined },
): Promise<WebhookEndpoint[]> {
  return em.find(
    WebhookEndpoint,
    {
      organizationId,
      deletedAt: null,
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/**
 * Throws `webhook_not_found`, or `outside_organization` when the endpoint belongs to another organization.
 */
export async function findWebhook(
  em: EntityManager,
  { webhookId, organizationId, lock = false }: WebhookRef & { lock?: boolean },
): Promise<WebhookEndpoint> {
  // Weaker than `for update`, which would block the insertion of deliveries that reference the endpoint.
  if (lock) {
    await em.execute(`select 1 from webhook_endpoints where id = ? for no key update`, [webhookId]);
  }
  const webhook = await em.findOne(WebhookEndpoint, webhookId);
  if (webhook === null) throw new AppError("webhook_not_found", { details: { webhookId } });
  if (webhook.organizationId !== organizationId) throw new AppError("outside_organization");
  if (webhook.deletedAt) throw new AppError("webhook_not_found", { details: { webhookId } });
  return webhook;
}

/**
 * Updates an endpoint; omitted rules stay unchanged. Disabling abandons pending deliveries; enabling resets
 * the failure count and resumes with the next event. Throws `webhook_for_jobs` when the endpoint for jobs
 * would get a URL or event types, and `request_invalid` when a `listen:` endpoint would get another URL.
 */
export async function updateWebhook(
  em: EntityManager,
  { rules, actor, ...ref }: WebhookRef & { rules: Partial<WebhookRules>; actor: Actor },
): Promise<WebhookEndpoint> {
  const { url, events, enabled } = rules;
  const { organizationId } = ref;
  return em.transactional(async (tx) => {
    if (url !== undefined) {
      await holdMembership(tx, { organizationId, accountId: actor.actorAccountId });
    }
    const webhook = await findWebhook(tx, { ...ref, lock: true });
    const before = rulesOf(webhook);
    if (webhook.url == null && (url !== undefined || events != null)) refuseForJobs(webhook);
    if (webhook.url === listenUrl && url !== undefined) refuseUrlOfStream();
    if (url !== undefined && url !== webhook.url)
      Object.assign(webhook, { url, ...urlSetter(actor) });
    if (events !== undefined) webhook.events = events?.slice() ?? null;
    if (enabled === true) {
      Object.assign(webhook, { disabledAt: null, disabledReason: null });
      Object.assign(webhook, { consecutiveFailures: 0, firstFailureAt: null });
    }
    webhook.updatedAt = new Date();
    await tx.flush();
    if (enabled === false) await disableWebhook(tx, webhook, "owner");
    const act = { action: "webhook.updated", ...target(webhook.id) };
    await recordAudit(tx, { ...actor, ...act, before, after: rulesOf(webhook) });
    return webhook;
  });
}

/**
 * Stops sending to the endpoint and abandons its pending deliveries. Runs in the transaction of `em`, which
 * must have locked the endpoint. A repeated call changes nothing.
 */
async function disableWebhook(
  em: EntityManager,
  webhook: WebhookEndpoint,
  reason: DisabledReason,
): Promise<void> {
  if (webhook.disabledAt != null) return;
  webhook.disabledAt = new Date();
  webhook.disabledReason = reason;
  await em.flush();
  await abandonDeliveries(em, { endpointId: webhook.id });
}

/**
 * Disables an endpoint like `disableWebhook`, writes an audit entry, and raises an event that emails the
 * owners.
 */
export async function disableAndReport(
  em: EntityManager,
  webhook: WebhookEndpoint,
  { reason, actor = {}, now }: { reason: DisabledReason; actor?: Partial<Actor>; now: Date },
): Promise<void> {
  const { id: webhookId, organizationId, url, consecutiveFailures } = webhook;
  await disableWebhook(em, webhook, reason);
  await em.insert(OrganizationEvent, {
    organizationId,
    type: "webhook.disabled",
    subject: `${webhookId}/${now.toISOString()}`,
    data: { webhookId, host: hostOf(url), reason },
  });
  await recordAudit(em, {
    ...actor,
    organizationId,
    action: "webhook.disabled",
    ...target(webhookId),
    after: { reason, consecutiveFailures },
  });
}

/**
 * Disables the endpoints whose URL was set by a member who leaves the organization, in the transaction of
 * `em`, which has ended the membership. These endpoints would otherwise keep receiving signed URLs of every
 * output.
 */
export async function disableWebhooksOf(
  em: EntityManager,
  {
    organizationId,
    accountId,
    actor,
    now,
  }: { organizationId: string; accountId: string; actor: Partial<Actor>; now: Date },
): Promise<void> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from webhook_endpoints
     where organization_id = ? and coalesce(url_set_by, created_by) = ?
       and url is not null and disabled_at is null and deleted_at is null
     order by id for no key update`,
    [organizationId, accountId],
  );
  const webhooks = await em.find(
    WebhookEndpoint,
    { id: { $in: rows.map(({ id }) => id) } },
    { refresh: true },
  );
  for (const webhook of webhooks) {
    await disableAndReport(em, webhook, { reason: "member_left", actor, now });
  }
}

/** Deletes the `listen:` endpoints without a reader for `unreadHoursMax`. Returns their number. */
export async function deleteUnreadWebhooks(em: EntityManager, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unreadHoursMax * 3_600_000);
  return em.transactional(async (tx) => {
    const unread = await tx.execute<{ id: string }[]>(
      `select id from webhook_endpoints
       where url = ? and deleted_at is null and coalesce(last_read_at, created_at) < ?
       order by id limit ? for no key update skip locked`,
      [listenUrl, before, unreadPerTurn],
    );
    const webhooks = await tx.find(WebhookEndpoint, { id: { $in: unread.map(({ id }) => id) } });
    for (const webhook of webhooks) await eraseWebhook(tx, webhook, { now, actor: {} });
    return webhooks.length;
  });
}

/**
 * Deletes an endpoint: stops sending and erases its secrets. Throws like `findWebhook`, also on a repeated
 * call.
 */
export async function deleteWebhook(
  em: EntityManager,
  { actor, ...ref }: WebhookRef & { actor: Actor },
): Promise<void> {
  await em.transactional(async (tx) => {
    const webhook = await findWebhook(tx, { ...ref, lock: true });
    await eraseWebhook(tx, webhook, { now: new Date(), actor });
  });
}

async function eraseWebhook(
  em: EntityManager,
  webhook: WebhookEndpoint,
  { now, actor }: { now: Date; actor: Partial<Actor> },
): Promise<void> {
  const { id, organizationId } = webhook;
  webhook.deletedAt = now;
  webhook.secret = null;
  webhook.previousSecret = null;
  webhook.previousValidUntil = null;
  await em.flush();
  await abandonDeliveries(em, { endpointId: id });
  await recordAudit(em, { organizationId, ...actor, action: "webhook.deleted", ...target(id) });
}

/**
 * Replaces the secret of an endpoint. The previous secret also signs during the overlap; an older one ends
 * now.
 */
export async function rotateWebhookSecret(
  em: EntityManager,
  vault: Vault,
  { overlapSeconds, actor, ...ref }: WebhookRef & { overlapSeconds: number; actor: Actor },
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  return em.transactional(async (tx) => {
    const webhook = await findWebhook(tx, { ...ref, lock: true });
    const { secret, sealed } = createSecret(vault, webhook.id);
    const now = Date.now();
    const isOverlapping = overlapSeconds > 0;
    webhook.previousSecret = isOverlapping ? (webhook.secret ?? null) : null;
    webhook.previousValidUntil = isOverlapping ? new Date(now + overlapSeconds * 1_000) : null;
    webhook.secret = sealed;
    webhook.updatedAt = new Date(now);
    await tx.flush();
    const act = { action: "webhook.secret_rotated", ...target(webhook.id) };
    await recordAudit(tx, { ...actor, ...act, after: { overlapSeconds } });
    return { webhook, secret };
  });
}

/** Returns the secrets that sign now: the current one, then the previous one during a rotation. */
export function openSecrets(vault: Vault, webhook: WebhookEndpoint, now: Date): string[] {
  const { secret, previousSecret, previousValidUntil, id } = webhook;
  const isOverlapping = previousValidUntil != null && previousValidUntil > now;
  return [secret, isOverlapping ? previousSecret : null].flatMap((sealed) =>
    sealed == null ? [] : [vault.open(sealed, placeOfWebhook(id))],
  );
}

/** Throws `webhook_for_jobs`, for endpoints without a URL. */
export function refuseForJobs({ id }: WebhookEndpoint): never {
  throw new AppError("webhook_for_jobs", { details: { webhookId: id } });
}

/** Deliveries that wait for a reader have no next attempt, so a URL would never receive them. */
function refuseUrlOfStream(): never {
  const message =
    "The URL of a webhook that is read as a stream cannot be changed. Create another webhook.";
  throw new AppError("request_invalid", {
    issues: [{ pointer: "/url", code: "not_used", message }],
  });
}

function disabled(webhookId: string): AppError {
  return new AppError("webhook_disabled", { details: { webhookId } });
}

/** Throws `webhook_disabled`. */
export function refuseDisabled(webhook: WebhookEndpoint): void {
  if (webhook.disabledAt != null) throw disabled(webhook.id);
}

/** Creates a secret of 32 random bytes in the format of Standard Webhooks. */
function createSecret(vault: Vault, webhookId: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: vault.seal(secret, placeOfWebhook(webhookId)) };
}

export function placeOfWebhook(webhookId: string): SealedPlace {
  return { purpose: "webhook", owner: webhookId };
}

/** Records only the host: webhook paths often contain a token, and the audit log is never erased. */
function rulesOf({ url, events, disabledAt }: WebhookEndpoint): Record<string, unknown> {
  return {
    host: hostOf(url),
    events: events ?? null,
    enabled: disabledAt == null,
  };
}

function hostOf(url: string | null | undefined): string | null {
  if (url == null || url === listenUrl) return url ?? null;
  return new URL(url).host;
}

function urlSetter({ actorAccountId = null, apiKeyId = null }: Actor) {
  return { urlSetBy: actorAccountId, urlSetWithKey: apiKeyId };
}

function target(webhookId: string) {
  return { targetType: "webhook", targetId: webhookId };
}
