import type { Context } from "koa";

const texts = {
  en: {
    title: "This connection is not possible",
    text: "The program sent a request that is wrong or has expired. Start connecting again in the program.",
    code: "Error",
  },
  de: {
    title: "Diese Verbindung ist nicht möglich",
    text: "Das Programm hat eine falsche oder abgelaufene Anfrage gesendet. Beginnen Sie im Programm erneut.",
    code: "Fehler",
  },
} as const;

/**
 * Responds with an error that must not be redirected to the client, because its URL is unknown or wrong. The page has no
 * text of the request and no style, so nothing can be put into it.
 */
export function renderErrorPage(context: Context, code: string): void {
  const language = context.acceptsLanguages("en", "de") === "de" ? "de" : "en";
  const { title, text, code: label } = texts[language];
  const shown = /^[a-z_]{1,60}$/.test(code) ? code : "invalid_request";
  context.type = "html";
  context.body =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
    `<title>${title}</title><h1>${title}</h1><p>${text}</p><p>${label}: <code>${shown}</code></p></html>`;
}
