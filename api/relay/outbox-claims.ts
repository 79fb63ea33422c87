import type { EntityManager } from "#db/orm.ts";
import { claimOutbox, findOutboxPosition, type ClaimedMessage } from "#db/outbox.ts";

/** Interval between scans of the whole outbox; longer when a scan is slow. */
const pauseMsMin = 1_000;
const pauseMsMax = 5_000;
const pausePerLook = 4;
/** A slow scan, which passes over many deleted messages, claims more. */
const claimedMax = 512;
const claimedPerMs = 4;

/**
 * Claims due messages, usually only those written within the last seconds. A scan of the whole outbox is slow
 * while an old transaction, such as a backup, keeps deleted messages in the index. A full scan runs every one
 * to five seconds, and continuously during a backlog. Full scans alternate between organizations. They also
 * find messages that became visible late, failed before, or were claimed by a relay that died.
 */
export function createOutboxClaims({ now = () => performance.now() } = {}): (
  em: EntityManager,
  limit: number,
) => Promise<ClaimedMessage[]> {
  /** Null when the next scan covers all messages. */
  let position: string | null = null;
  let lookedAtAllAt = -Infinity;
  let lookMs = 0;

  return async function claimDue(em, limit) {
    const pauseMs = Math.min(pauseMsMax, Math.max(pauseMsMin, lookMs * pausePerLook));
    if (position !== null && now() - lookedAtAllAt < pauseMs) {
      const recent = await claimOutbox(em, limit, position);
      if (recent.length === limit) position = null;
      return recent;
    }
    const newest = await findOutboxPosition(em);
    const most = Math.max(limit, Math.min(claimedMax, Math.round(lookMs * claimedPerMs)));
    const startedAt = now();
    const claimed = await claimOutbox(em, most);
    lookedAtAllAt = now();
    lookMs = lookedAtAllAt - startedAt;
    position = claimed.length < most ? newest : null;
    return claimed;
  };
}
