import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../activities/providers/", import.meta.url);

/** Facts that only the adapter's source shows. */
export interface AdapterSource {
  /** True when the adapter names some requests before they are paid; a lookup finds them by that name. */
  readonly announces: boolean;
  /** Sentences of its comments that say that something is not verified. */
  readonly unverified: readonly string[];
}

/** Reads `<slug>.ts`, and what it imports from its provider's folder. */
export async function readAdapterSource(slug: string): Promise<AdapterSource> {
  const sources = new Map<string, string>();
  const read = async (url: URL): Promise<void> => {
    if (sources.has(url.href)) return;
    const source = await readFile(url, "utf8");
    sources.set(url.href, source);
    for (const [, imported = ""] of source.matchAll(/from "(\.\/[a-z0-9-]+\.ts)"/g)) {
      await read(new URL(imported, url));
    }
  };
  await read(await findAdapter(slug));
  const texts = [...sources.values()];
  return {
    announces: texts.some((source) => source.includes("call.announce")),
    unverified: texts.flatMap(unverifiedIn),
  };
}

/** The adapters of a provider with several services share its folder. */
async function findAdapter(slug: string): Promise<URL> {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((name) => name.endsWith(`/${slug}.ts`));
  if (file === undefined) throw new Error(`expected an adapter ${slug}.ts in activities/providers`);
  return new URL(file, folder);
}

function unverifiedIn(source: string): string[] {
  const comments = source.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) =>
    comment
      .replace(/^\/\*\*|\*\/$/g, "")
      .replaceAll(/^\s*\* ?/gm, "")
      .split(/\n\s*\n|^- /m)
      .flatMap(sentencesOf)
      .filter((sentence) => /not verified/i.test(sentence)),
  );
}

function sentencesOf(paragraph: string): string[] {
  const words = paragraph.replaceAll(/\s+/g, " ").trim();
  return words.split(/(?<=\.)\s+(?=[A-Z`])/);
}
