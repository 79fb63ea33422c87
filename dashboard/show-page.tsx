import "@fontsource-variable/geist/index.css";
import "@fontsource-variable/geist-mono/index.css";
import "#ui/tokens.css";
import { type ReactNode, StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";

import { useLanguage } from "#words/words.ts";

/** Shows the content of a document in the chosen language. */
export function showPage(content: ReactNode): void {
  createRoot(document.querySelector("#root")!).render(
    <StrictMode>
      <Localized>{content}</Localized>
    </StrictMode>,
  );
}

function Localized({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  return <I18nProvider locale={language === "de" ? "de-DE" : "en-US"}>{children}</I18nProvider>;
}
