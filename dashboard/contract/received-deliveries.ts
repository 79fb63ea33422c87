import { verify } from "@gme/client/webhooks";
import { useEffect, useState } from "react";

import { engine } from "./engine.ts";
import { toProblem } from "./to-problem.ts";

/** URL of a webhook whose deliveries clients read as a stream (docs/webhooks.md). */
export const listenUrl = "listen:";

/** Message of the stream of deliveries. */
interface StreamedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text that the signature covers. */
  readonly body: string;
}

export interface ReceivedDelivery extends StreamedDelivery {
  /** Position in the stream; a delivery that is sent again gets another one. */
  readonly position: string;
  readonly signature: "valid" | "invalid" | "unchecked";
}

/** Older ones leave the page; the API lists them. */
const shownMax = 100;
/** Secrets that this tab has received, by webhook. They end with the page, as access tokens do. */
const secrets = new Map<string, string>();

export function keepSecret(webhookId: string, secret: string): void {
  secrets.set(webhookId, secret);
}

export function hasSecret(webhookId: string): boolean {
  return secrets.has(webhookId);
}

/** Receives the deliveries of a webhook while the component is shown, newest first, and checks their signatures. */
export function useReceivedDeliveries(webhookId: string) {
  const [received, setReceived] = useState<readonly ReceivedDelivery[]>([]);
  const [isConnected, setIsConnected] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const receive = async () => {
      const stream = engine.events(`/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries`, {
        // Begins with the first delivery that is kept.
        lastEventId: "0",
        signal: stop.signal,
        giveUpAfterMs: Number.POSITIVE_INFINITY,
        onActivity: () => setIsConnected(true),
      });
      for await (const { id = "", data } of stream) {
        const delivery = JSON.parse(data) as StreamedDelivery;
        const signature = await checkSignature(delivery, secrets.get(webhookId));
        const entry = { ...delivery, position: id, signature };
        setReceived((former) => [entry, ...former].slice(0, shownMax));
      }
    };
    receive().catch((failure: unknown) => {
      if (!stop.signal.aborted) setError(failure);
    });
    return () => stop.abort();
  }, [webhookId]);
  return { received, isConnected, problem: error === null ? null : toProblem(error) };
}

/** Browsers have no cryptography on pages of plain http at other than loopback names. */
async function checkSignature(
  { body, headers }: StreamedDelivery,
  secret: string | undefined,
): Promise<ReceivedDelivery["signature"]> {
  if (secret === undefined || !isSecureContext) return "unchecked";
  return verify(body, headers, secret).then(
    () => "valid" as const,
    () => "invalid" as const,
  );
}
