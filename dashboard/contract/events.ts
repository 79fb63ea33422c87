import { clearActivity, noteActivity } from "./activity.ts";
import { createEventSink } from "./apply-event.ts";
import { engine } from "./engine.ts";
import { type FeedEvent, isJobEvent } from "./feed.ts";
import { addNewestFiles } from "./library.ts";
import { queryClient, read } from "./queries.ts";
import { sessionEventId, sessionOrganization, subscribeSession } from "./session.ts";

/**
 * The stream of the organization's changes: one for each visible tab, and one hidden tab that holds the Web Lock
 * `events`. A tab that comes back continues after the last change that it has.
 */
const lockName = "events";
/** A hidden tab may be looked at again at once. */
const hiddenMs = 30_000;
/** The engine sends at least a heartbeat every 15 seconds. */
const silenceMs = 30_000;
/** Pause after a refusal, such as too many streams. */
const refusedMs = 15_000;

const sink = createEventSink(queryClient, {
  async readJob(jobId) {
    const query = read("getJob", { path: { jobId } });
    // A read that is under way may have begun before the end.
    await queryClient.cancelQueries({ queryKey: query.queryKey });
    return queryClient.fetchQuery({ ...query, staleTime: 0 });
  },
  addNewestFiles: async () => addNewestFiles(queryClient),
});
const listeners = new Set<() => void>();
let connection: AbortController | undefined;
let organizationId: string | undefined;
let lastEventId: string | undefined;
let holdsLock = false;
/** A tab that was opened in the background has not been looked at. */
let isHiddenLong = document.hidden;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let heardAt = Date.now();
/** Time since which the page may be outdated; null while it is live. */
let silentSince: number | null = null;

/** Follows the session and the visibility of the tab, as long as the page exists. */
export function startEvents(): void {
  subscribeSession(adapt);
  document.addEventListener("visibilitychange", onVisibility);
  setInterval(watchSilence, 1_000);
  void holdLock();
  onVisibility();
}

export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notLiveSince(): number | null {
  return silentSince;
}

/** Browsers give no locks to pages of plain http at other than loopback names; hidden tabs are then silent. */
async function holdLock(): Promise<void> {
  if (!("locks" in navigator)) return;
  await navigator.locks.request(lockName, async () => {
    holdsLock = true;
    adapt();
    await new Promise(() => undefined);
  });
}

function onVisibility(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenTimer = setTimeout(() => {
      isHiddenLong = true;
      adapt();
    }, hiddenMs);
  } else {
    isHiddenLong = false;
    clearActivity({ isReset: false });
    // Silence counts from now: a hidden tab need not have heard anything.
    if (connection === undefined) heardAt = Date.now();
  }
  adapt();
}

/** Opens or closes the stream. Another organization has another stream, and nothing in common with what is shown. */
function adapt(): void {
  const current = sessionOrganization();
  if (current !== organizationId) {
    disconnect();
    lastEventId = sessionEventId();
    clearActivity({ isReset: true });
    if (organizationId !== undefined && current !== undefined) void queryClient.resetQueries();
    organizationId = current;
  }
  const isWanted = current !== undefined && (!isHiddenLong || holdsLock);
  if (!isWanted) disconnect();
  else if (connection === undefined) void connect();
}

function disconnect(): void {
  connection?.abort();
  connection = undefined;
}

async function connect(): Promise<void> {
  const own = new AbortController();
  connection = own;
  heardAt = Date.now();
  try {
    const options = { lastEventId, signal: own.signal, giveUpAfterMs: Infinity, onActivity };
    for await (const { data } of engine.events("/app/events", options)) {
      if (own.signal.aborted) return;
      apply(JSON.parse(data) as FeedEvent);
    }
  } catch {
    // A refusal, such as that of an ended session, which signs out; anything that passes is repeated by the client.
  }
  if (own.signal.aborted) return;
  setTimeout(() => {
    if (connection !== own) return;
    connection = undefined;
    adapt();
  }, refusedMs);
}

function onActivity(position: string | undefined): void {
  lastEventId = position;
  heardAt = Date.now();
  watchSilence();
}

function apply(event: FeedEvent): void {
  if (event.type === "reset") clearActivity({ isReset: true });
  if (isJobEvent(event)) noteActivity(event, { isHidden: document.hidden });
  sink.apply(event);
}

function watchSilence(): void {
  const isSilent = organizationId !== undefined && Date.now() - heardAt > silenceMs;
  if (document.hidden || isSilent === (silentSince !== null)) return;
  silentSince = isSilent ? heardAt : null;
  for (const listener of listeners) listener();
}
