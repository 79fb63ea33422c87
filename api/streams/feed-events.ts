import type { Logger } from "pino";

import { presentBatch } from "#api/present/batch.ts";
import { presentDeliveryEnd } from "#api/present/feed.ts";
import { presentJobEvent } from "#api/present/job-event.ts";
import type { Batch } from "#db/entities/batch.ts";
import { listEndedDeliveries, type EndedDelivery } from "#db/feed/ended-deliveries.ts";
import { type FeedPlace, writePlace } from "#db/feed/feed-place.ts";
import { type FeedChange, type FeedPage, readFeed } from "#db/feed/read-feed.ts";
import { listBatchesOf } from "#db/jobs/batches.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import type { FeedKind } from "#domain/notifications/feed.ts";

import type { EventStream, StreamRequest } from "./event-stream.ts";

/** Position up to which the reader of a stream has received events. */
interface FeedPosition {
  /** Null until the first read of a stream that begins now. */
  readonly place: FeedPlace | null;
  /** Text of the credits that were sent last on this stream. */
  readonly credits: string | null;
}

/** Stream of an organization. */
export interface FeedStreamRequest extends StreamRequest<FeedPosition> {
  readonly kinds: ReadonlySet<FeedKind>;
  /** Jobs whose events the reader wants; null for all. */
  readonly jobIds: ReadonlySet<string> | null;
}

type FeedStream = EventStream<FeedStreamRequest>;

/** Streams of an organization at the same place, which need one read. */
interface Readers {
  readonly organizationId: string;
  readonly place: FeedPlace | null;
  readonly streams: FeedStream[];
}

interface Contents {
  readonly batches: ReadonlyMap<string, Batch>;
  readonly deliveries: ReadonlyMap<string, EndedDelivery>;
}

interface Message {
  readonly kind: FeedKind;
  readonly jobId?: string;
  readonly text: string;
}

/** Carries the place, so that a reader without news does not fall behind the changes that a stream can catch up. */
export function feedHeartbeat({ place }: FeedPosition): string {
  return `:\n${place === null ? "" : idOf(place)}\n`;
}

/** Reads on for the open streams of organizations that may have changed, in one query for all of them. */
export function readFeedEvents({
  orm,
  log,
  readyStreamsOf,
}: {
  orm: MikroORM;
  log: Logger;
  readyStreamsOf: (organizationId: string) => readonly FeedStream[];
}): (organizationIds: readonly string[]) => Promise<Iterable<string>> {
  return async (organizationIds) => {
    const readers = organizationIds.flatMap((id) => groupByPlace(id, readyStreamsOf(id)));
    if (readers.length === 0) return [];
    const em = orm.em.fork();
    const pages = await readFeed(em, readers);
    const contents = await loadContents(em, pages, organizationIds);
    const unfinished: string[] = [];
    for (const [index, page] of pages.entries()) {
      const group = readers[index] as Readers;
      const { organizationId, streams } = group;
      try {
        if (!writePage(group, page, contents)) {
          log.warn({ organizationId }, "too many open transactions to describe a stream's place");
        } else if (page.hasMore || group.place?.part != null) unfinished.push(organizationId);
      } catch (error) {
        // A row that cannot be presented is a bug in the engine and must not stop the streams of others.
        log.error({ error, organizationId }, "cannot present the changes of an organization");
        for (const stream of streams) stream.body.destroy();
      }
    }
    return unfinished;
  };
}

function groupByPlace(organizationId: string, streams: readonly FeedStream[]): Readers[] {
  const groups = new Map<string, Readers>();
  for (const stream of streams) {
    const { place } = stream.position();
    const key = place === null ? "" : (writePlace(place) ?? "");
    const group = groups.get(key) ?? { organizationId, place, streams: [] };
    group.streams.push(stream);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function loadContents(
  em: EntityManager,
  pages: readonly FeedPage[],
  organizationIds: readonly string[],
): Promise<Contents> {
  const changes = pages.flatMap((page) => page.changes);
  const batchIds = changes.flatMap((change) =>
    changesBatch(change) ? (change.batchId ?? []) : [],
  );
  const deliveryIds = changes.flatMap(({ event, key }) => (event === null ? key.subject : []));
  const batches = await listBatchesOf(em, { organizationIds, ids: [...new Set(batchIds)] });
  const deliveries = await listEndedDeliveries(em, { organizationIds, ids: deliveryIds });
  return {
    batches: new Map(batches.map((batch) => [batch.id, batch])),
    deliveries: new Map(deliveries.map((delivery) => [delivery.id, delivery])),
  };
}

/** Stages and progress of an item change nothing of its batch. */
function changesBatch({ event }: FeedChange): boolean {
  return event !== null && event.type !== "job.stage" && event.type !== "job.progress";
}

/** Returns false, and writes nothing, when a place cannot be described. */
function writePage({ place, streams }: Readers, page: FeedPage, contents: Contents): boolean {
  const { available, held } = page.credits;
  const credits = toText("credits.changed", { available, held });
  const next = nextPlace(place, page);
  if (writePlace(next) === null) return false;
  const isReset = place === null || page.isLost;
  const messages = isReset ? [] : toMessages(place, page, { next, contents });
  for (const stream of streams) {
    const { kinds } = stream.request;
    const sendsCredits = kinds.has("credits") && credits !== stream.position().credits;
    const texts = [
      ...(isReset ? [idOf(next) + toText("reset", {})] : []),
      ...messages.filter((message) => wants(stream, message)).map(({ text }) => text),
      ...(sendsCredits ? [credits] : []),
    ];
    stream.write({ text: texts.join(""), position: { place: next, credits }, isEnd: false });
  }
  return true;
}

function nextPlace(
  place: FeedPlace | null,
  { now, changes, hasMore, isLost }: FeedPage,
): FeedPlace {
  const last = changes.at(-1)?.key;
  if (place === null || isLost) return { read: now, part: null };
  const upTo = place.part?.upTo ?? now;
  if (!hasMore || last === undefined) return { read: upTo, part: null };
  return { read: place.read, part: { upTo, last } };
}

/**
 * States of batches come before the changes that they follow from: a reader that loses the connection in between gets
 * them again. Each change carries the place after it, so it is sent exactly once.
 */
function toMessages(
  place: FeedPlace,
  { changes, now }: FeedPage,
  { next, contents }: { next: FeedPlace; contents: Contents },
): Message[] {
  const upTo = place.part?.upTo ?? now;
  const batchIds = new Set(changes.flatMap(({ batchId }) => batchId ?? []));
  const batches = [...batchIds].flatMap((id): Message[] => {
    const batch = contents.batches.get(id);
    return batch === undefined
      ? []
      : [{ kind: "batches", text: toText("batch.changed", { batch: presentBatch(batch) }) }];
  });
  return [
    ...batches,
    ...changes.flatMap((change, index): Message[] => {
      const isLast = index === changes.length - 1;
      const id = idOf(isLast ? next : { read: place.read, part: { upTo, last: change.key } });
      if (change.event !== null) {
        const { type, jobId } = change.event;
        return [{ kind: "jobs", jobId, text: id + toText(type, presentJobEvent(change.event)) }];
      }
      const delivery = contents.deliveries.get(change.key.subject);
      if (delivery === undefined) return [];
      const text = toText(`delivery.${delivery.state}`, presentDeliveryEnd(delivery));
      return [{ kind: "deliveries", text: id + text }];
    }),
  ];
}

function wants({ request: { kinds, jobIds } }: FeedStream, { kind, jobId }: Message): boolean {
  return kinds.has(kind) && (jobId === undefined || jobIds === null || jobIds.has(jobId));
}

/** Without an id, the reader keeps the last one and gets the changes after it again. */
function idOf(place: FeedPlace): string {
  const text = writePlace(place);
  return text === null ? "" : `id: ${text}\n`;
}

function toText(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
