import { listenUrl } from "#contract/received-deliveries.ts";
import type { Words } from "#words/words.ts";

/** URL of a webhook, or what it has instead. */
export function urlText(url: string | null, webhooks: Words["webhooks"]): string {
  if (url === null) return webhooks.noUrl;
  return url === listenUrl ? webhooks.receiverUrl : url;
}
