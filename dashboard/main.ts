import "./reload-after-upgrade.ts";
import { sendEarlyReads } from "#contract/early-reads.ts";
import { fragment } from "#contract/fragment.ts";
import { restoreSession, sessionStatus, subscribeSession } from "#contract/session.ts";
import { leaveToSignIn } from "#contract/sign-in-url.ts";
import { toLocalUrl } from "#viewers/local-url.ts";

// This module needs no library, so it restores the session and sends the first reads while the application, which the
// document loads, arrives. Its script is `async`: otherwise the browser would first wait for all styles.
subscribeSession(() => sendEarlyReads(toLocalUrl));
subscribeSession(() => {
  if (sessionStatus() === "signed-out") leaveToSignIn();
});
// A link begins a new session. Without the server the sign-in page opens, which names the problem.
if (!fragment.has("link")) {
  // The first use of the browser's data of languages takes as long as a frame; later it would delay the first one.
  const readLanguages = () => void Intl.DateTimeFormat.supportedLocalesOf("en");
  void restoreSession()
    .catch(() => undefined)
    .then(readLanguages);
}
// The router would begin again for the page that `/` redirects to.
if (location.pathname === "/") history.replaceState(null, "", "/create");
const [{ startApp }] = await Promise.all([
  import("./app.tsx"),
  documentParsed(),
  document.documentElement.lang === "de" ? import("#words/de.ts") : undefined,
]);
await startApp();

/** The place of the application may be missing until then. */
async function documentParsed(): Promise<void> {
  if (document.readyState !== "loading") return;
  await new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
}
