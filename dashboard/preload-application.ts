import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

import { filesOf } from "./files-of.ts";
import { listPageModules } from "./list-page-modules.ts";

const entry = "/dashboard/index.html";
const application = "/dashboard/app.tsx";
const font = /geist-latin-wght-normal-[\w-]+\.woff2$/;
const nonce = "__NONCE__";
/** File of the build with the links of each page, by the path of its route (`api/dashboard/load-build.ts`). */
const pageLinksName = "page-links.json";

/**
 * Lets `sign-in.html` load the font of every text, and `index.html` run the code that every page of a signed-in person
 * needs, at once: its entry imports that code only when it runs, after one more round trip. The server adds the links of
 * the page that is opened.
 */
export function preloadApplication(): Plugin {
  let root = "";
  return {
    name: "preload-application",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, filename }) {
        // There the font would delay the code; it is requested when the first text is shown.
        if (!filename.endsWith("/index.html")) return toFontLinks(bundle);
        const isMissing = ({ attrs = {} }: HtmlTagDescriptor) =>
          !html.includes(`"${String(attrs["src"] ?? attrs["href"])}"`);
        return filesOf(bundle, application)
          .map((file) => (isStyle(file) ? toStyle(file) : toScript(file)))
          .filter(isMissing);
      },
    },
    async generateBundle(_options, bundle) {
      const loaded = new Set([...filesOf(bundle, entry), ...filesOf(bundle, application)]);
      const links: Record<string, string> = {};
      for (const { path, module } of listPageModules(
        await readFile(join(root, "router.tsx"), "utf8"),
      )) {
        const files = filesOf(bundle, `/dashboard/${module}`).filter((file) => !loaded.has(file));
        const tags = files.map((file) => (isStyle(file) ? toStyle(file) : toPreload(file)));
        links[path] = tags.map(toHtml).join("");
      }
      this.emitFile({ type: "asset", fileName: pageLinksName, source: JSON.stringify(links) });
    },
  };
}

function toFontLinks(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  return Object.keys(bundle)
    .filter((name) => font.test(name))
    .map((name) =>
      toLink(name, { rel: "preload", as: "font", type: "font/woff2", fetchpriority: "low" }),
    );
}

/** It runs as soon as it and its imports have arrived; a preloaded one would run when the whole application has. */
function toScript(file: string): HtmlTagDescriptor {
  return {
    tag: "script",
    injectTo: "head",
    attrs: { type: "module", async: true, crossorigin: true, src: `/${file}`, nonce },
  };
}

/** The requests of the session go first; the browser sends six at a time. */
function toPreload(file: string): HtmlTagDescriptor {
  return toLink(file, { rel: "modulepreload", fetchpriority: "low" });
}

function toStyle(file: string): HtmlTagDescriptor {
  return toLink(file, { rel: "stylesheet" });
}

function isStyle(file: string): boolean {
  return file.endsWith(".css");
}

function toLink(file: string, attributes: Record<string, string>): HtmlTagDescriptor {
  return {
    tag: "link",
    injectTo: "head",
    attrs: { ...attributes, crossorigin: true, href: `/${file}`, nonce },
  };
}

function toHtml({ tag, attrs = {} }: HtmlTagDescriptor): string {
  const attributes = Object.entries(attrs).map(([name, value]) =>
    value === true ? name : `${name}="${String(value)}"`,
  );
  return `<${tag} ${attributes.join(" ")}>`;
}
