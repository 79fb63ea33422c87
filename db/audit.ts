import { AuditEntry } from "./entities/audit.ts";
import { createId, idsWithin } from "./ids.ts";
import type { EntityManager } from "./orm.ts";

/** Longer values are truncated, because the client controls its user agent. */
const userAgentLengthMax = 300;

export interface AuditAct {
  readonly organizationId?: string | null;
  readonly actorAccountId?: string | null;
  readonly apiKeyId?: string | null;
  /** Noun and participle, such as `api_key.created` or `session.refused`. */
  readonly action: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly address?: string;
  readonly userAgent?: string;
  /** State before and after the change. Must never contain a secret, nor a hash of one. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Principal of an action and its origin: IP address and user agent. */
export type Actor = Omit<AuditAct, "action" | "targetType" | "targetId" | "before" | "after">;

/**
 * Writes an audit entry in the transaction of `em`, so the action and its entry commit together. Entries can
 * be neither changed nor deleted.
 */
export async function recordAudit(em: EntityManager, act: AuditAct): Promise<void> {
  await em.insert(AuditEntry, {
    id: createId("auditEntry"),
    organizationId: act.organizationId ?? null,
    actorAccountId: act.actorAccountId ?? null,
    apiKeyId: act.apiKeyId ?? null,
    action: act.action,
    targetType: act.targetType ?? null,
    targetId: act.targetId ?? null,
    address: act.address ?? null,
    userAgent: act.userAgent?.slice(0, userAgentLengthMax) ?? null,
    before: act.before ?? null,
    after: act.after ?? null,
  });
}

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actorAccountId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Lists entries, newest first. `beforeId` is the last id of the previous page; ids sort by creation time. */
export async function listAuditEntries(
  em: EntityManager,
  {
    organizationId,
    filter,
    limit,
    beforeId,
  }: {
    organizationId: string;
    filter: AuditFilter;
    limit: number;
    beforeId?: string | undefined;
  },
): Promise<AuditEntry[]> {
  const { action, actorAccountId, targetId, createdAfter, createdBefore } = filter;
  const time = {
    ...(createdAfter === undefined ? {} : { $gte: createdAfter }),
    ...(createdBefore === undefined ? {} : { $lt: createdBefore }),
  };
  return em.find(
    AuditEntry,
    {
      organizationId,
      id: idsWithin("auditEntry", { createdAfter, createdBefore, beforeId }),
      ...(action === undefined ? {} : { action }),
      ...(actorAccountId === undefined ? {} : { actorAccountId }),
      ...(targetId === undefined ? {} : { targetId }),
      ...(Object.keys(time).length === 0 ? {} : { createdAt: time }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}
