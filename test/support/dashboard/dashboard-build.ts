import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { compressFiles } from "#scripts/dashboard/compress-files.ts";

export const scriptText = `console.log("${"a script of the dashboard ".repeat(100)}");`;

/** Writes a build of the dashboard as `scripts/build-dashboard.ts` leaves it. */
export async function writeBuild(
  folder: string,
  assets: Readonly<Record<string, string>> = { "app-1a2b3c4d.js": scriptText },
): Promise<void> {
  await mkdir(join(folder, "assets"), { recursive: true });
  for (const name of ["index", "sign-in"]) {
    await writeFile(
      join(folder, `${name}.html`),
      `<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head>
<meta property="csp-nonce" nonce="__NONCE__"><title>${name}</title></head><body></body></html>`,
    );
  }
  const links = { "/jobs/$jobId": link("job"), "/jobs/new": link("new"), "/": link("create") };
  await writeFile(join(folder, "page-links.json"), JSON.stringify(links));
  await writeFile(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  for (const [name, text] of Object.entries(assets)) {
    await writeFile(join(folder, "assets", name), text);
  }
  await compressFiles(folder);
}

function link(page: string): string {
  return `<link rel="modulepreload" href="/assets/${page}.js" nonce="__NONCE__">`;
}
