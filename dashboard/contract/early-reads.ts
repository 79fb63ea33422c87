import type { LibraryFile } from "./library.ts";
import type { ListPage, Place } from "./page-window.ts";
import { scriptsArrived } from "./scripts-arrived.ts";
import { accessToken, sessionStatus } from "./session.ts";

/** Reads of the frame of every page. */
const ofFrame = ["/v1/account", "/v1/credits"];
/** Reads with which a page that is opened directly begins. */
const ofPages: Readonly<Record<string, readonly string[]>> = {
  "/create": ["/v1/jobs?limit=12", "/app/library?limit=60"],
  "/jobs": ["/app/jobs?limit=50"],
  "/library": ["/app/library?limit=60"],
};
/** A response that no part of the page has taken by then is outdated. */
const keptMs = 10_000;

/** Images of about one row; they have arrived when the first frame is painted, and the others soon after it. */
const firstImages = 1;
/** Images that a large screen shows without scrolling, about. */
const imagesMax = 12;

type ToLocalUrl = (url: string) => string;

const responses = new Map<string, Promise<Response>>();
/** Bodies of the reads of the page that have arrived, by path. */
const arrived = new Map<string, unknown>();
let isSent = false;
/** Keeps the images alive: one without a reference may be collected before it has arrived. */
const images: HTMLImageElement[] = [];

/**
 * Sends the first reads of the page when its session begins, while the application, which needs them, is still loading.
 * Called for each change of the session, because another session must not see the responses of this one.
 */
export function sendEarlyReads(toLocalUrl: ToLocalUrl): void {
  forget();
  if (isSent || sessionStatus() !== "signed-in") return;
  isSent = true;
  const ofPage = location.search === "" ? (ofPages[location.pathname] ?? []) : [];
  const token = accessToken({ expired: false });
  for (const path of [...ofPage, ...ofFrame]) {
    const url = urlOf(path);
    const response = token.then(async (bearer) =>
      fetch(url, {
        headers: { accept: "application/json", authorization: `Bearer ${bearer}` },
      }),
    );
    responses.set(url, response);
    const kept = ofPage.includes(path)
      ? response.then(async (one) => keepBody(path, one, toLocalUrl))
      : response;
    // The read that takes the response reports a failure.
    kept.catch(() => undefined);
  }
  setTimeout(forget, keptMs);
}

/** Takes the body of a read of the page that has arrived, so that the page shows its data at once. */
export function takeEarlyData(path: string): unknown {
  const body = arrived.get(path);
  if (body !== undefined) {
    arrived.delete(path);
    responses.delete(urlOf(path));
  }
  return body;
}

/** Like `takeEarlyData`, for the first page of a list. */
export function takeEarlyPages<Item>(
  path: string,
): { pages: ListPage<Item>[]; pageParams: Place[] } | undefined {
  const page = takeEarlyData(path) as ListPage<Item> | undefined;
  return page === undefined ? undefined : { pages: [page], pageParams: [{ cursor: null }] };
}

async function keepBody(path: string, response: Response, toLocalUrl: ToLocalUrl): Promise<void> {
  const url = urlOf(path);
  if (!response.ok) return;
  const body: unknown = await response.clone().json();
  if (path.startsWith("/app/library")) void loadPosters(body as ListPage<LibraryFile>, toLocalUrl);
  // Without the body in time, the read has taken the response.
  if (responses.has(url)) arrived.set(path, body);
}

/**
 * Loads the images of files that were read early, so that they have arrived when the page shows them. Next to the code they would
 * delay the first frame. The last file of the code takes as long as the request of an image, so the first images do not wait for
 * it. The others do: all at once would share the network, and the first ones would come after the first frame.
 */
async function loadPosters({ data }: ListPage<LibraryFile>, toLocalUrl: ToLocalUrl): Promise<void> {
  const urls = data.flatMap(({ preview: { posterUrl } }) => posterUrl ?? []).slice(0, imagesMax);
  await scriptsArrived({ except: 1 });
  loadImages(urls.slice(0, firstImages), toLocalUrl);
  await scriptsArrived({ except: 0 });
  loadImages(urls.slice(firstImages), toLocalUrl);
}

function loadImages(urls: readonly string[], toLocalUrl: ToLocalUrl): void {
  for (const url of urls) {
    const image = new Image();
    image.src = toLocalUrl(url);
    images.push(image);
  }
}

function urlOf(path: string): string {
  return `${location.origin}${path}`;
}

function forget(): void {
  responses.clear();
  arrived.clear();
}

/** The global `fetch`, but takes the response of a read that was sent early, once. */
export const fetchOrTake: typeof fetch = async (url, request) => {
  const early = typeof url === "string" ? responses.get(url) : undefined;
  if (typeof url !== "string" || early === undefined || request?.method !== "GET") {
    return fetch(url, request);
  }
  responses.delete(url);
  arrived.delete(url.slice(location.origin.length));
  return early;
};
