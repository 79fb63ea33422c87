import type { Logger } from "pino";

import type { WebhookEndpoint } from "#db/entities/webhook.ts";
import type { MikroORM } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { signWebhook } from "#db/webhooks/sign-webhook.ts";
import {
  appendUnread,
  deliveriesPerRead,
  listStreamed,
  noteReaders,
  type StreamedDelivery,
} from "#db/webhooks/stream-deliveries.ts";
import { openSecrets } from "#db/webhooks/webhooks.ts";
import { webhookBody, webhookHeaders } from "#domain/notifications/webhook.ts";
import type { AddressSettings } from "#storage/file-address.ts";
import { withFileAddresses } from "#storage/with-file-addresses.ts";

import type { EventStream, StreamRequest } from "./event-stream.ts";

/** Stream of one `listen:` webhook; the position is that of the last delivery that the reader has. */
export type DeliveryStreamRequest = StreamRequest<number>;
type DeliveryStream = EventStream<DeliveryStreamRequest>;

/** Message with the position only, so that a reader can continue there before it has received a delivery. */
export function positionText(position: number): string {
  return `:\nid: ${position}\n\n`;
}

export interface DeliverySigning {
  readonly vault: Vault;
  readonly addresses: AddressSettings;
}

/**
 * Reads on for the open streams of webhooks that may have new deliveries. Streams read a log: each delivery has one
 * position in it, so a reader that names its last position misses nothing, whichever process dies.
 */
export function readDeliveryEvents({
  orm,
  log,
  vault,
  addresses,
  readyStreamsOf,
}: DeliverySigning & {
  orm: MikroORM;
  log: Logger;
  readyStreamsOf: (webhookId: string) => readonly DeliveryStream[];
}): (webhookIds: readonly string[]) => Promise<Iterable<string>> {
  return async (webhookIds) => {
    const topics = webhookIds.filter((id) => readyStreamsOf(id).length > 0);
    if (topics.length === 0) return [];
    const em = orm.em.fork();
    const now = new Date();
    const endpoints = new Map(
      (await noteReaders(em, topics, now)).map((endpoint) => [endpoint.id, endpoint]),
    );
    for (const id of topics) if (!endpoints.has(id)) endStreams(readyStreamsOf(id));
    await appendUnread(em.fork(), [...endpoints.keys()], now);
    const places = [...endpoints.keys()].flatMap((id) => placeOf(readyStreamsOf(id)) ?? []);
    const deliveries = await listStreamed(em, places);
    const unfinished: string[] = [];
    for (const [webhookId, ofWebhook] of Map.groupBy(deliveries, (one) => one.webhookId)) {
      const endpoint = endpoints.get(webhookId) as WebhookEndpoint;
      try {
        write(readyStreamsOf(webhookId), ofWebhook, (delivery) =>
          toText(delivery, endpoint, { vault, addresses, now }),
        );
      } catch (error) {
        // A row that cannot be presented is a bug in the engine and must not stop the streams of other webhooks.
        log.error({ error, webhookId }, "cannot present the deliveries of a webhook");
        for (const stream of readyStreamsOf(webhookId)) stream.body.destroy();
      }
      if (ofWebhook.length === deliveriesPerRead) unfinished.push(webhookId);
    }
    return unfinished;
  };
}

/** The webhook was deleted: a reader that comes back receives 404. */
function endStreams(streams: readonly DeliveryStream[]): void {
  for (const stream of streams) {
    stream.write({ text: "", position: stream.position(), isEnd: true });
  }
}

/** Position of the stream that is furthest behind. */
function placeOf(streams: readonly DeliveryStream[]) {
  const [first] = streams;
  if (first === undefined) return undefined;
  const { topic, caller } = first.request;
  const after = Math.min(...streams.map((stream) => stream.position()));
  return { webhookId: topic, organizationId: caller.organizationId, after };
}

function write(
  streams: readonly DeliveryStream[],
  deliveries: readonly StreamedDelivery[],
  toMessage: (delivery: StreamedDelivery) => string,
): void {
  const texts = deliveries.map(toMessage);
  const position = deliveries.at(-1)?.sequence ?? 0;
  for (const stream of streams) {
    const first = deliveries.findIndex(({ sequence }) => sequence > stream.position());
    if (first !== -1) stream.write({ text: texts.slice(first).join(""), position, isEnd: false });
  }
}

/** The signature has the time of this response, as receivers refuse old ones. */
function toText(
  { sequence, deliveryId, eventId, message }: StreamedDelivery,
  endpoint: WebhookEndpoint,
  { vault, addresses, now }: DeliverySigning & { now: Date },
): string {
  if (message === null) return positionText(sequence);
  const body = webhookBody(withFileAddresses(message, addresses, now));
  const signed = { eventId, startedAt: now };
  const signature = signWebhook({ ...signed, body, secrets: openSecrets(vault, endpoint, now) });
  const headers = { ...webhookHeaders(signed), "webhook-signature": signature };
  const data = { deliveryId, eventId, type: message.type, headers, body };
  return `id: ${sequence}\nevent: ${message.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
