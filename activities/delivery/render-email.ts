/** Contents of an email before they are rendered as text or HTML. */
export interface EmailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly closing: string;
}

const sender = "Generative Media Engine";

export function renderText({ paragraphs, action, closing }: EmailContent): string {
  const parts = [
    ...paragraphs.map(wrap),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    wrap(closing),
    sender,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Longer lines would be encoded, which breaks links for a person who reads the file of an email. */
const lineLengthMax = 72;

function wrap(paragraph: string): string {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= lineLengthMax)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** Inline styles, because email clients support little else. */
const styles = {
  body: "margin:0;padding:24px;background:#f3f4f6;font:16px/1.5 system-ui,sans-serif;color:#1b1f24",
  card: "max-width:32rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px",
  button:
    "display:inline-block;padding:10px 18px;background:#0b57d0;border-radius:6px;color:#ffffff;text-decoration:none",
  quiet: "font-size:14px;color:#5b6470",
  link: "font-size:12px;color:#5b6470;word-break:break-all",
} as const;

export function renderHtml({ subject, paragraphs, action, closing }: EmailContent): string {
  const body = [
    `<h1 style="font-size:20px;margin:0 0 16px">${escape(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`),
    ...(action === undefined ? [] : [renderAction(action)]),
    `<p style="${styles.quiet}">${escape(closing)}</p>`,
    `<p style="${styles.quiet}">${sender}</p>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="${styles.body}"><div style="${styles.card}">
${body.join("\n")}
</div></body></html>
`;
}

function renderAction({ label, url }: NonNullable<EmailContent["action"]>): string {
  return `<p><a href="${escape(url)}" style="${styles.button}">${escape(label)}</a></p>
<p style="${styles.link}">${escape(url)}</p>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
