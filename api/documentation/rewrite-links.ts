import { dirname, join } from "node:path/posix";

/**
 * Points the links between files of the repository to their URLs. A link to a file without a URL becomes its text, and
 * an image its description. Code blocks stay as they are.
 */
export function rewriteLinks(
  markdown: string,
  { file, urlOf }: { file: string; urlOf: (file: string) => string | null },
): string {
  const rewrite = (line: string) =>
    line.replaceAll(
      /(!?)\[([^\]]*)\]\(([^()\s]+)\)/g,
      (link, mark: string, text: string, target: string) => {
        if (mark === "!") return text;
        if (/^([a-z]+:|#)/.test(target)) return link;
        const [path = "", anchor] = target.split("#");
        const url = urlOf(join(dirname(file), path));
        return url === null ? text : `[${text}](${url}${anchor === undefined ? "" : `#${anchor}`})`;
      },
    );
  return outsideCode(markdown, rewrite);
}

function outsideCode(markdown: string, change: (line: string) => string): string {
  let isCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isCode = !isCode;
      return isCode ? line : change(line);
    })
    .join("\n");
}
