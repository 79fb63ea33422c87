import { Readable } from "node:stream";

import { acceptsByName } from "#api/http/media-type.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentDelivery } from "#api/present/webhook.ts";
import { pageOf } from "#api/schemas/common.ts";
import {
  deliveriesQuery,
  deliverySchema,
  streamedDeliverySchema,
  webhookParams,
} from "#api/schemas/webhook.ts";
import type { Caller } from "#db/caller.ts";
import type { WebhookEndpoint } from "#db/entities/webhook.ts";
import { listDeliveries } from "#db/webhooks/webhook-deliveries.ts";
import { findWebhook } from "#db/webhooks/webhooks.ts";
import { AppError } from "#domain/errors.ts";
import { listenUrl } from "#domain/notifications/webhook.ts";

export const listWebhookDeliveries = defineRoute({
  method: "get",
  path: "/v1/webhooks/{webhookId}/deliveries",
  operationId: "listWebhookDeliveries",
  summary: "List or stream webhook deliveries",
  description:
    "Deliveries, newest first. Each has its attempts with request, response and duration, and the time of the " +
    "next attempt. Deliveries are kept for 30 days.\n\n" +
    "With `Accept: text/event-stream` the deliveries of a webhook with the URL `listen:` are a stream of " +
    "Server-Sent Events without an end, oldest first: headers, signature and body as a receiver gets them. A " +
    "delivery becomes `delivered` when it is streamed. After a lost connection the stream continues after " +
    "`Last-Event-ID`; 0 begins with the first delivery that is kept, and without the header the stream begins " +
    "with the deliveries that no client has read. The stream requires `webhooks:write`, and the filters do not " +
    "apply to it.",
  tags: ["Webhooks"],
  access: { permission: "webhooks:read" },
  params: webhookParams,
  query: deliveriesQuery,
  status: 200,
  response: pageOf(deliverySchema),
  streams: streamedDeliverySchema,
  errors: ["webhook_not_found", "outside_organization", "streams_limited", "overloaded"],
  async handle({ params, query, caller, request }, { em, settings, streams }) {
    const { webhookId } = params;
    const { organizationId } = caller;
    if (acceptsByName(request.header("accept"), "text/event-stream")) {
      requireWrite(caller);
      const webhook = await findWebhook(em, { webhookId, organizationId });
      const position = positionOf(webhook, request.header("last-event-id"));
      if (request.method === "HEAD") return { events: Readable.from([]) };
      const confirmAccess = async () => requireWrite(await request.confirmAccess());
      return {
        events: streams.openDeliveries({ topic: webhookId, position, caller, confirmAccess }),
      };
    }
    const { deliveryId, eventId, state } = query;
    const filter = { deliveryId, eventId, state };
    const { rows, nextCursor } = await loadPage({
      list: `webhook-deliveries ${webhookId}`,
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listDeliveries(em, { webhookId, organizationId, filter, ...part }),
      idOf: ({ delivery }) => delivery.id,
    });
    return { data: rows.map(presentDelivery), nextCursor };
  },
});

/** A stream has the signed URLs of outputs and ends deliveries: a reader could as well have set the webhook's URL. */
function requireWrite(caller: Caller): void {
  const permission = "webhooks:write";
  if (caller.permissions.includes(permission)) return;
  throw new AppError("permission_missing", { details: { permission } });
}

function positionOf(webhook: WebhookEndpoint, given: string | undefined): number {
  if (webhook.url !== listenUrl) {
    throw invalid("header/Accept", `Only webhooks with the URL ${listenUrl} have a stream.`);
  }
  // A browser that has received no id may send the header without a value.
  if (given === undefined || given === "") return webhook.lastStreamSequence;
  if (/^\d{1,9}$/.test(given) && Number(given) <= webhook.lastStreamSequence) return Number(given);
  throw invalid("header/Last-Event-ID", "Send the id of an event of this stream, or 0.");
}

function invalid(pointer: string, message: string): AppError {
  return new AppError("parameters_invalid", {
    issues: [{ pointer, code: "out_of_range", message }],
  });
}
