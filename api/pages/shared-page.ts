import { createHash } from "node:crypto";

import type { RawAnswer } from "#api/http/route.ts";
import type { Output } from "#db/entities/job.ts";
import type { SharedResult } from "#db/jobs/shares.ts";

import { escape } from "./pages.ts";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#16181d, #eceef1); background: light-dark(#f7f7f8, #0e0f11) }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
  h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
  p { margin: 0 } .note { color: light-dark(#565c69, #a3a9b5); font-size: .875rem }
  figure { margin: 1.5rem 0 0; padding: 1rem; border: 1px solid light-dark(#e1e3e7, #2a2d33); border-radius: .75rem; background: light-dark(#fff, #16181b) }
  img, video { display: block; max-width: 100%; max-height: 80vh; margin: 0 auto; border-radius: .5rem; background: light-dark(#e9e9e9, #232323) }
  audio { display: block; width: 100% } pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  figcaption { margin-top: .75rem } .report { margin-top: 1.5rem } a { color: light-dark(#3a4bd8, #8f9bff) }`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Keeps shared results out of search engines; the URL is the only way to them. */
export const noIndexHeaders = { "X-Robots-Tag": "noindex, nofollow, noarchive" } as const;

const words = {
  en: {
    title: "Shared result",
    until: (time: string) => `Shared until ${time}. Made with Generative Media Engine.`,
    download: "Download",
    report: "Report this content",
    expired: "The files are no longer kept.",
    gone: "This link has ended",
    goneText: "It has expired or been revoked. Request another one from the person who sent it.",
  },
  de: {
    title: "Geteiltes Ergebnis",
    until: (time: string) => `Geteilt bis ${time}. Erstellt mit Generative Media Engine.`,
    download: "Herunterladen",
    report: "Diesen Inhalt melden",
    expired: "Die Dateien werden nicht mehr aufbewahrt.",
    gone: "Dieser Link gilt nicht mehr",
    goneText:
      "Er ist abgelaufen oder wurde widerrufen. Bitten Sie die Person, die ihn gesendet hat, um einen neuen.",
  },
};

type Language = keyof typeof words;

/** Page of a public link; null is a link that is unknown, expired or revoked. Runs no script. */
export function sharedPage(
  result: SharedResult | null,
  { token, language }: { readonly token: string; readonly language: Language },
): RawAnswer {
  const texts = words[language];
  if (result === null) {
    const body = `<h1>${texts.gone}</h1><p>${texts.goneText}</p>`;
    return document({ status: 404, title: texts.gone, body, language });
  }
  const { share, files } = result;
  const until = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(share.expiresAt);
  const heading = escape(promptOf(result) ?? texts.title);
  const { download } = texts;
  const figures = files.map((file) => figureOf(file, { token, download, heading }));
  const body = `<h1>${heading}</h1>
<p class="note">${texts.until(`${until} UTC`)}</p>
${files.length === 0 ? `<p>${texts.expired}</p>` : figures.join("\n")}
<p class="note report"><a href="/app/report#reference=${encodeURIComponent(`/s/${token}`)}">${texts.report}</a></p>`;
  return document({ status: 200, title: texts.title, body, language });
}

function promptOf({ share, job: { request, intent } }: SharedResult): string | undefined {
  return share.showsPrompt ? (request.prompt ?? request.message ?? intent?.subject) : undefined;
}

/** `heading` is HTML already. */
function figureOf(
  file: Output,
  { token, download, heading }: { token: string; download: string; heading: string },
): string {
  const url = escape(`/s/${encodeURIComponent(token)}/files/${encodeURIComponent(file.id)}`);
  return `<figure>${mediaOf(file, url, heading)}<figcaption><a href="${url}" download>${download}</a></figcaption></figure>`;
}

function mediaOf({ contentType, text }: Output, url: string, heading: string): string {
  const family = contentType.split("/")[0];
  if (family === "image") return `<img src="${url}" alt="${heading}">`;
  if (family === "video")
    return `<video src="${url}" aria-label="${heading}" controls playsinline></video>`;
  if (family === "audio") return `<audio src="${url}" aria-label="${heading}" controls></audio>`;
  return text == null ? `<p>${escape(contentType)}</p>` : `<pre>${escape(text)}</pre>`;
}

function document({
  status,
  title,
  body,
  language,
}: {
  status: number;
  title: string;
  body: string;
  language: Language;
}): RawAnswer {
  return {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      Vary: "Accept-Language",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; media-src 'self'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...noIndexHeaders,
    },
    body: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${title} · Generative Media Engine</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`,
  };
}
