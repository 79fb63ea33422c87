import { readFile } from "node:fs/promises";

const folder = new URL("../../activities/providers/", import.meta.url);

/**
 * What an adapter's authors say is not verified: those sentences of the comments of `<slug>.ts`, and
 * of what it imports of its own, files that begin with the same word.
 */
export async function readUnverified(slug: string): Promise<string[]> {
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
  return [...sources.values()].flatMap(unverifiedIn);
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
