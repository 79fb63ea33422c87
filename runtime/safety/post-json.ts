import { readBounded } from "#runtime/net/read-bounded.ts";

/**
 * Sends JSON to a service that checks content, and returns the JSON of its response. Follows no redirects. Throws for another status
 * than 2xx, and for more than `bytesMax` bytes; `service` names it in errors.
 */
export async function postJson(
  url: string,
  {
    service,
    apiKey,
    body,
    bytesMax,
    signal,
  }: {
    readonly service: string;
    readonly apiKey: string | undefined;
    readonly body: object;
    readonly bytesMax: number;
    readonly signal: AbortSignal;
  },
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    redirect: "error",
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${service} returned status ${response.status}`);
  }
  const bytes = await readBounded(response.body, {
    bytesMax,
    subject: `the response of ${service}`,
  });
  return JSON.parse(bytes.toString());
}
