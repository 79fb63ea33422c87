import type { RawAnswer } from "#api/http/route.ts";
import { abuseCategories, type AbuseCategory } from "#domain/safety/abuse-report.ts";

import { escape, page } from "./pages.ts";

const script = `
const form = document.querySelector("form");
const status = document.querySelector("output");
form.elements.reference.value = new URLSearchParams(location.hash.slice(1)).get("reference") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  status.textContent = "…";
  const fields = Object.entries(Object.fromEntries(new FormData(form))).filter(([, value]) => value !== "");
  try {
    const response = await fetch("reports", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(fields)),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body.detail ?? body.title);
    form.hidden = true;
    status.textContent = form.dataset.done;
  } catch (error) {
    status.textContent = error.message;
  }
});`;

interface Texts {
  readonly title: string;
  readonly text: string;
  readonly reference: string;
  readonly category: string;
  readonly categories: Readonly<Record<AbuseCategory, string>>;
  readonly explanation: string;
  readonly email: string;
  readonly send: string;
  readonly done: string;
  /** Precedes the operator's email address. */
  readonly contact: string;
  readonly script: string;
}

const texts: Readonly<Record<"en" | "de", Texts>> = {
  en: {
    title: "Report content",
    text: "Report a file that this service has generated. You need no account. Do not attach or send the file itself.",
    reference: "Link to the file or to the page that shows it",
    category: "What is wrong with it?",
    categories: {
      minors: "Abuse of a child",
      intimate_image: "Intimate image without consent",
      illegal: "Other illegal content",
      personal_data: "Shows me or my data without consent",
      copyright: "Infringes my rights",
      other: "Something else",
    },
    explanation: "Explanation",
    email: "Your email address, for questions (optional)",
    send: "Send report",
    done: "Thank you. An operator reads the report.",
    contact: "You can also write to",
    script: "This form needs JavaScript.",
  },
  de: {
    title: "Inhalt melden",
    text: "Melden Sie eine Datei, die dieser Dienst erzeugt hat. Sie brauchen kein Konto. Senden Sie die Datei selbst nicht mit.",
    reference: "Link zur Datei oder zur Seite, die sie zeigt",
    category: "Was ist daran falsch?",
    categories: {
      minors: "Missbrauch eines Kindes",
      intimate_image: "Intimes Bild ohne Einwilligung",
      illegal: "Anderer rechtswidriger Inhalt",
      personal_data: "Zeigt mich oder meine Daten ohne Einwilligung",
      copyright: "Verletzt meine Rechte",
      other: "Etwas anderes",
    },
    explanation: "Erklärung",
    email: "Ihre E-Mail-Adresse, für Rückfragen (freiwillig)",
    send: "Meldung senden",
    done: "Danke. Ein Betreiber liest die Meldung.",
    contact: "Sie können auch schreiben an",
    script: "Dieses Formular braucht JavaScript.",
  },
};

/** Form that sends a report. The link to the reported content is in the fragment, which is not sent to a server. */
export function reportPage(
  language: "en" | "de",
  { abuseEmail }: { readonly abuseEmail: string | null },
): RawAnswer {
  const words = texts[language];
  const contact =
    abuseEmail === null
      ? ""
      : `<p>${words.contact} <a href="mailto:${escape(encodeURI(abuseEmail))}">${escape(abuseEmail)}</a>.</p>`;
  const options = abuseCategories.map(
    (category) => `<option value="${category}">${escape(words.categories[category])}</option>`,
  );
  const { headers, ...rest } = page(
    `${words.title} · Generative Media Engine`,
    `<h1>${words.title}</h1>
<p>${words.text}</p>
<noscript><p>${words.script}</p></noscript>
<form data-done="${words.done}">
<label>${words.reference}<br><input name="reference" maxlength="2000" required></label>
<label>${words.category}<br><select name="category">${options.join("")}</select></label>
<label>${words.explanation}<br><textarea name="explanation" rows="5" maxlength="2000" required></textarea></label>
<label>${words.email}<br><input name="email" type="email" autocomplete="email" maxlength="254"></label>
<button>${words.send}</button></form>
<output></output>
${contact}`,
    { script, language },
  );
  return { ...rest, headers: { ...headers, Vary: "Accept-Language" } };
}
