import "./reload-after-upgrade.ts";
import { sendEarlyReads } from "#contract/early-reads.ts";
import { fragment } from "#contract/fragment.ts";
import { restoreSession, sessionStatus, subscribeSession } from "#contract/session.ts";
import { leaveToSignIn } from "#contract/sign-in-url.ts";

/** Pages that are opened directly most often. They load together with the application instead of after it. */
const firstPages: Readonly<Record<string, () => Promise<unknown>>> = {
  "/": async () => import("#create/create-page.tsx"),
  "/create": async () => import("#create/create-page.tsx"),
  "/jobs": async () => import("#jobs/jobs-page.tsx"),
  "/library": async () => import("#library/library-page.tsx"),
};

// This module needs no library, so it restores the session and sends the first reads while the application, which the
// document preloads, arrives.
subscribeSession(sendEarlyReads);
subscribeSession(() => {
  if (sessionStatus() === "signed-out") leaveToSignIn();
});
// A link begins a new session. Without the server the sign-in page opens, which names the problem.
// The browser requests six files at a time: what begins the session goes before the files of the page.
const isRestored = fragment.has("link") ? undefined : restoreSession().catch(() => undefined);
const [{ startApp }] = await Promise.all([
  import("./app.tsx"),
  document.documentElement.lang === "de" ? import("#words/de.ts") : undefined,
  isRestored?.then(async () => firstPages[location.pathname]?.()),
]);
await startApp();
