import { once } from "node:events";

import { ApiError, type MediaEngine } from "@gme/client";

import { CliError, exitCodes } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { note, printJson, printResult, printTable } from "../console.ts";
import { readListener, writeListener, type Listener } from "../profiles.ts";
import { plainText } from "../terminal-text.ts";

type Options = ConnectionOptions & { readonly json?: boolean };
type Events = NonNullable<Parameters<MediaEngine["webhooks"]["create"]>[0]["events"]> | null;

export interface ListenOptions extends Options {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly printSecret?: boolean;
  readonly replay?: string;
}

export async function listWebhooks(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const webhooks = [];
  for await (const webhook of engine.webhooks.list()) webhooks.push(webhook);
  if (options.json === true) return printJson(webhooks);
  printTable(
    ["WEBHOOK", "ENABLED", "FAILURES", "EVENTS", "URL"],
    webhooks.map((one) => [
      one.webhookId,
      one.enabled ? "yes" : "no",
      String(one.failureStreak.count),
      one.events === null ? "all" : String(one.events.length),
      one.url ?? "(URLs of jobs)",
    ]),
  );
}

export async function createWebhook(
  url: string,
  options: Options & { events?: string },
): Promise<void> {
  const { engine } = await connect(options);
  const created = await engine.webhooks.create({ url, events: toEvents(options.events) });
  if (options.json === true) return printJson(created);
  note(`Created ${created.webhookId}. The secret is not shown again:`);
  printResult(created.secret);
}

export async function removeWebhook(webhookId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  await engine.webhooks.delete(webhookId);
  note(`Deleted ${webhookId}`);
}

export async function testWebhook(webhookId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  const delivery = await engine.webhooks.test(webhookId);
  if (options.json === true) printJson(delivery);
  else printResult(delivery.deliveryId);
}

function toEvents(given: string | undefined): Events {
  return (given === undefined ? null : given.split(",").map((name) => name.trim())) as Events;
}

const forwardMs = 30_000;
const textShown = 200;

interface Streamed {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Reads the deliveries of this profile's webhook and posts each to a local server. The position is stored after the
 * local server has responded, so nothing is lost when this process ends.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const target = options.forwardTo === undefined ? undefined : toTarget(options.forwardTo);
  const { engine, name } = await connect(options);
  const listener = await openListener(engine, name, toEvents(options.events));
  if (options.printSecret === true) return printResult(listener.secret);
  if (options.replay !== undefined) return replay(engine, listener, options.replay);
  note(`Listening to ${listener.webhookId}. Signing secret: ${listener.secret}`);
  note(
    target === undefined
      ? "Each event is a line. Stop with Ctrl-C."
      : `Forwarding to ${target}. Stop with Ctrl-C.`,
  );

  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  try {
    await passOn(engine, { name, listener, target, signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  if (stop.signal.aborted) process.exitCode = exitCodes.interrupted;
}

async function passOn(
  engine: MediaEngine,
  {
    name,
    listener,
    target,
    signal,
  }: { name: string; listener: Listener; target: string | undefined; signal: AbortSignal },
): Promise<void> {
  const path = `/v1/webhooks/${listener.webhookId}/deliveries` as const;
  const stream = engine.events(path, {
    lastEventId: listener.position,
    signal,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  });
  for await (const { id, data } of stream) {
    const delivery = JSON.parse(data) as Streamed;
    if (target === undefined) {
      if (!process.stdout.write(`${delivery.body}\n`)) await once(process.stdout, "drain");
    } else await forward(delivery, target, signal);
    if (id !== undefined) await writeListener(name, { ...listener, position: id });
  }
}

async function forward(delivery: Streamed, target: string, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  const subject = subjectOf(delivery);
  const shown = `${delivery.type.padEnd(22)} ${subject}`;
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: delivery.headers,
      body: delivery.body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(forwardMs)]),
    });
    const text = plainText(await response.text())
      .slice(0, textShown)
      .trim();
    note(
      `${response.status}  ${shown}  ${Date.now() - startedAt} ms${response.ok || text === "" ? "" : `  ${text}`}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    const reason =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : "";
    note(`---  ${shown}  ${reason}`);
    note(`     To send it again: gme webhooks redeliver ${delivery.deliveryId}`);
  }
}

function subjectOf({ body, eventId }: Streamed): string {
  const { data } = JSON.parse(body) as { data?: { jobId?: string; batchId?: string } };
  return plainText(data?.jobId ?? data?.batchId ?? eventId);
}

function toTarget(given: string): string {
  const full = /^\d+$/.test(given) ? `http://localhost:${given}/` : given;
  if (URL.canParse(full) && /^https?:$/.test(new URL(full).protocol)) return full;
  throw new CliError(
    `--forward-to needs a URL or a port, such as http://localhost:3000/hook. Given: ${given}`,
  );
}

/** The webhook of this profile. It is created when there is none, so the secret stays the same over starts. */
async function openListener(engine: MediaEngine, name: string, events: Events): Promise<Listener> {
  const known = await readListener(name);
  const found = known === undefined ? undefined : await findEvents(engine, known.webhookId);
  if (known !== undefined && found !== undefined) {
    if (JSON.stringify(found.events) !== JSON.stringify(events)) {
      const path = { webhookId: known.webhookId };
      await engine.request(
        "updateWebhook",
        { path, body: { events: events } },
        { ifMatch: found.etag },
      );
    }
    return known;
  }
  const { webhookId, secret } = await engine.webhooks.create({ url: "listen:", events });
  const listener = { webhookId, secret, position: "0" };
  await writeListener(name, listener);
  return listener;
}

async function findEvents(engine: MediaEngine, webhookId: string) {
  try {
    const response = await engine.send("getWebhook", { path: { webhookId } });
    const { events } = (await response.json()) as { events: string[] | null };
    return { events, etag: response.headers.get("etag") ?? undefined };
  } catch (error) {
    // Deleted after a day without a reader, or by a colleague.
    if (ApiError.is(error) && error.status === 404) return undefined;
    throw error;
  }
}

/** Redelivers the events of a job: a listener that runs receives them again. */
async function replay(engine: MediaEngine, { webhookId }: Listener, jobId: string): Promise<void> {
  let count = 0;
  for await (const delivery of engine.webhooks.deliveries(webhookId, { limit: 100 })) {
    const data = (delivery.body as { data?: { jobId?: string } } | null)?.data;
    if (data?.jobId !== jobId) continue;
    await engine.webhooks.redeliver(webhookId, delivery.deliveryId);
    count += 1;
    printResult(delivery.deliveryId);
  }
  if (count === 0) throw new CliError(`This webhook has no delivery of ${jobId}.`);
}

export async function redeliver(deliveryId: string, options: Options): Promise<void> {
  const { engine, name } = await connect(options);
  const listener = await readListener(name);
  if (listener === undefined)
    throw new CliError("This profile has not listened yet: gme webhooks listen");
  await engine.webhooks.redeliver(listener.webhookId, deliveryId);
  note(`Sent ${deliveryId} again.`);
}
