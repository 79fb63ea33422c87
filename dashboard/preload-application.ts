import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

const application = "/dashboard/app.tsx";
const font = /geist-latin-wght-normal-[\w-]+\.woff2$/;
const nonce = "__NONCE__";

/**
 * Lets the documents load the font of every text, and `index.html` the code that every page of a signed-in person
 * needs, at once: its entry imports that code only when it runs, after one more round trip.
 */
export function preloadApplication(): Plugin {
  return {
    name: "preload-application",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, filename }) {
        const fonts = Object.keys(bundle).filter((name) => font.test(name));
        const links = fonts.map((name) =>
          toLink(name, { rel: "preload", as: "font", type: "font/woff2" }),
        );
        if (!filename.endsWith("/index.html")) return links;
        const isMissing = ({ attrs }: HtmlTagDescriptor) => !html.includes(`"${attrs?.["href"]}"`);
        return [...links, ...linksOfApplication(bundle).filter(isMissing)];
      },
    },
  };
}

function linksOfApplication(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || scripts.has(name)) return;
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    const module = chunk.type === "chunk" ? (chunk.facadeModuleId ?? "") : "";
    if (module.endsWith(application)) add(name);
  }
  return [
    ...[...scripts].map((name) => toLink(name, { rel: "modulepreload" })),
    ...[...styles].map((name) => toLink(name, { rel: "stylesheet" })),
  ];
}

function toLink(file: string, attributes: Record<string, string>): HtmlTagDescriptor {
  return {
    tag: "link",
    injectTo: "head",
    attrs: { ...attributes, crossorigin: true, href: `/${file}`, nonce },
  };
}
