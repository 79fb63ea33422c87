import "@fontsource-variable/geist/index.css";
import "@fontsource-variable/geist-mono/index.css";
import "#ui/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";

import { fragment } from "#contract/fragment.ts";
import { queryClient } from "#contract/queries.ts";
import { restoreSession } from "#contract/session.ts";
import { loadLanguage, useLanguage } from "#words/words.ts";

import { router } from "./router.tsx";

// After an upgrade of the server, a page that is open may want files that no longer exist.
window.addEventListener("vite:preloadError", () => {
  const key = "gme-reloaded-at";
  const pauseMs = 30_000;
  if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
});

function Dashboard() {
  const language = useLanguage();
  return (
    <StrictMode>
      <I18nProvider locale={language === "de" ? "de-DE" : "en-US"}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  );
}

// A link begins a session of its own. Without the server the sign-in page opens, which names the problem.
if (!fragment.has("link")) void restoreSession().catch(() => undefined);
await loadLanguage(document.documentElement.lang);
createRoot(document.querySelector("#root")!).render(<Dashboard />);
