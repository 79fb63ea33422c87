import { readFile } from "node:fs/promises";

const folder = new URL("../../activities/providers/", import.meta.url);

/** What stands only in the code of an adapter. */
export interface AdapterSource {
  /** Whether it has a name for some of its requests before they are paid, by which they are found. */
  readonly announces: boolean;
  /** Sentences of its comments that say that something is not verified. */
  readonly unverified: readonly string[];
}

/** Reads `<slug>.ts`, and what it imports of its own: files that begin with the same word. */
export async function readAdapterSource(slug: string): Promise<AdapterSource> {
  const sources = new Map<string, string>();
  const [family = slug] = slug.split("-");
  const read = async (name: string): Promise<void> => {
    if (sources.has(name)) return;
    const source = await readFile(new URL(name, folder), "utf8");
    sources.set(name, source);
    for (const [, imported = ""] of source.matchAll(/from "\.\/([a-z0-9-]+\.ts)"/g)) {
      if (imported.startsWith(family)) await read(imported);
    }
  };
  await read(`${slug}.ts`);
  const texts = [...sources.values()];
  return {
    announces: texts.some((source) => source.includes("call.announce")),
    unverified: texts.flatMap(unverifiedIn),
  };
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
