import { z } from "zod";

import type { WebhookMessage } from "#domain/notifications/webhook.ts";

import { createFileAddress, type AddressSettings } from "./file-address.ts";

/** Shape of the outputs in the stored payload of an event. */
const toldSchema = z.looseObject({
  outputs: z.array(z.looseObject({ outputId: z.string(), keptUntil: z.coerce.date() })),
});

/**
 * Adds signed URLs to the outputs in a message, like a read of the job. The event itself stores no URLs: it
 * is sent for days and shown for weeks.
 */
export function withFileAddresses(
  message: WebhookMessage,
  settings: AddressSettings,
  now: Date,
): WebhookMessage {
  const told = toldSchema.safeParse(message.data);
  if (!told.success) return message;
  const outputs = told.data.outputs.map(({ keptUntil, ...output }) => {
    const file = { fileId: output.outputId, keptUntil };
    const { url, expiresAt } = createFileAddress(file, settings, now);
    return { ...output, keptUntil, url, expiresAt };
  });
  const [output] = outputs;
  const data = { ...message.data, outputs, ...(output === undefined ? {} : { output }) };
  return { ...message, data };
}
