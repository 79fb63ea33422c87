import { accessToken, sessionStatus } from "./session.ts";

/** Reads of the frame of every page. */
const ofFrame = ["/v1/account", "/v1/credits"];
const ofCreate = ["/v1/jobs?limit=12", "/app/library?limit=60"];
/** Reads with which a page that is opened directly begins. */
const ofPages: Readonly<Record<string, readonly string[]>> = {
  "/": ofCreate,
  "/create": ofCreate,
  "/jobs": ["/app/jobs?limit=50"],
  "/library": ["/app/library?limit=60"],
};
/** A response that no part of the page has taken by then is outdated. */
const keptMs = 10_000;

const responses = new Map<string, Promise<Response>>();
let isSent = false;

/**
 * Sends the first reads of the page when its session begins, while the application, which needs them, is still loading.
 * Called for each change of the session, because another session must not see the responses of this one.
 */
export function sendEarlyReads(): void {
  responses.clear();
  if (isSent || sessionStatus() !== "signed-in") return;
  isSent = true;
  const ofPage = location.search === "" ? (ofPages[location.pathname] ?? []) : [];
  const token = accessToken({ expired: false });
  for (const path of [...ofFrame, ...ofPage]) {
    const url = `${location.origin}${path}`;
    const response = token.then(async (bearer) =>
      fetch(url, {
        headers: { accept: "application/json", authorization: `Bearer ${bearer}` },
      }),
    );
    // The read that takes the response reports a failure.
    response.catch(() => undefined);
    responses.set(url, response);
  }
  setTimeout(() => responses.clear(), keptMs);
}

/** The global `fetch`, but takes the response of a read that was sent early, once. */
export const fetchOrTake: typeof fetch = async (url, request) => {
  const early = typeof url === "string" ? responses.get(url) : undefined;
  if (typeof url !== "string" || early === undefined || request?.method !== "GET") {
    return fetch(url, request);
  }
  responses.delete(url);
  return early;
};
