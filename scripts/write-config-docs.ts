import { describeSettings } from "#config.ts";

import { code, markdownTable, plainMarkdown } from "./docs/markdown-table.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/** Writes docs/configuration.md and .env.example; with `--check` only reports whether they are up to date. */
const settings = describeSettings();
await writeGenerated({ "docs/configuration.md": toMarkdown(), ".env.example": toExample() });

function toMarkdown(): string {
  const rows = settings.map((setting) => [
    code(setting.name),
    setting.default === "" ? "" : code(setting.default),
    plainMarkdown(setting.description),
  ]);
  return `# Configuration

Every setting is an environment variable, and none has to be set. An empty one counts as not set. A process reads them once, when it starts; what is wrong is named in one sentence, and the process ends with code 1.

Each setting can also be in a file: \`MASTER_KEY_FILE=/run/secrets/master-key\` reads \`MASTER_KEY\` from that file, as Kubernetes and Docker mount secrets. A setting and its file must not both be set.

This page is made by \`npm run docs\` from [config.ts](../config.ts), the only place that reads the engine's environment. Studio, a process of its own, has [settings of its own](../studio/settings.ts).

${markdownTable(["variable", "default", "meaning"], rows)}
`;
}

function toExample(): string {
  const entries = settings.map(({ name, description, default: value }) => {
    return `# ${description}\n#${name}=${value}\n`;
  });
  const head = `# Every setting with its default. Take away the # before the ones to change.
# Made by "npm run docs" from config.ts.
`;
  return [head, ...entries].join("\n");
}
