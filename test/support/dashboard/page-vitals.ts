import type { Page, Request } from "playwright-core";

export interface Vitals {
  /** Largest contentful paint. Null if the browser reported none. */
  readonly lcpMs: number | null;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Longest interaction, from its input to the next frame; 0 below 16 ms. */
  readonly inpMs: number;
  /** Tasks of 50 ms and more. */
  readonly longTasks: number;
}

export interface Transfer {
  /** Paths of the requests of the API, so that a failed limit names them. */
  readonly api: readonly string[];
  readonly assets: number;
  /** Compressed bytes of documents and assets with their headers; data and results have any size. */
  readonly bytes: number;
}

/** Collects the web vitals of every document that the page loads from now on. */
export async function observeVitals(page: Page): Promise<() => Promise<Vitals>> {
  await page.addInitScript(observers);
  return async () => page.evaluate<Vitals>("globalThis.vitals");
}

/** A shift within half a second of an input is the response to it and does not count, as the standard says. */
const observers = `
  globalThis.vitals = { lcpMs: null, cls: 0, inpMs: 0, longTasks: 0 };
  const observe = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  observe("largest-contentful-paint", ({ startTime }) => { vitals.lcpMs = startTime; });
  observe("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.cls += value; });
  observe("longtask", () => { vitals.longTasks += 1; });
  observe("event", ({ interactionId, duration }) => {
    if (interactionId > 0) vitals.inpMs = Math.max(vitals.inpMs, duration);
  }, { durationThreshold: 16 });`;

/** Bytes of the heap that the page still uses; decoded images do not count. */
export async function readHeapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await devtools.detach();
  return usedSize;
}

/** Counts what the page requests from now on; the stream of events never ends and is left out. */
export function countTransfers(page: Page): () => Promise<Transfer> {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return async () => {
    const paths = requests.map((request) => new URL(request.url()).pathname);
    const program = requests.filter(
      (request) =>
        request.resourceType() === "document" ||
        new URL(request.url()).pathname.startsWith("/assets/"),
    );
    const sizes = await Promise.all(program.map(async (request) => request.sizes()));
    return {
      api: paths.filter((path) => /^\/(v1|app)\//.test(path)),
      assets: paths.filter((path) => path.startsWith("/assets/")).length,
      bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0),
    };
  };
}
