import "./reload-after-upgrade.ts";
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

// This module needs no library, so it restores the session while the application, which the document preloads, arrives.
subscribeSession(() => {
  if (sessionStatus() === "signed-out") leaveToSignIn();
});
// A link begins a new session. Without the server the sign-in page opens, which names the problem.
if (!fragment.has("link")) void restoreSession().catch(() => undefined);
const [{ startApp }] = await Promise.all([
  import("./app.tsx"),
  import("#words/words.ts").then(async ({ loadLanguage }) =>
    loadLanguage(document.documentElement.lang),
  ),
  firstPages[location.pathname]?.(),
]);
startApp();
