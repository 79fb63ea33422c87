import { readFileSync } from "node:fs";

export const images = ["api", "worker", "migrate", "studio"] as const;
export type Image = (typeof images)[number];

interface Stage {
  readonly name: string;
  /** Files and folders of the repository that the stage copies. */
  readonly copied: readonly string[];
}

/** Stages of an image, from its Dockerfile. The last one is the image itself. */
export function stagesOf(image: Image): Stage[] {
  return readDockerfile(image)
    .split(/^FROM /m)
    .slice(1)
    .map((text) => ({
      name: /^\S+ AS (\w+)/.exec(text)?.[1] ?? image,
      copied: [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
        sources.split(" "),
      ),
    }));
}

/** File that the image runs. */
export function entryOf(image: string): string {
  const [, entry = ""] = /^CMD \["node", "(.+)"\]$/m.exec(readDockerfile(image)) ?? [];
  return entry;
}

export function readDockerfile(image: string): string {
  return readFileSync(`docker/${image}/Dockerfile`, "utf8");
}
