import { z } from "zod";

import { defineTool } from "#api/doors/mcp/tool.ts";
import { listModels as route } from "#api/routes/models/list-models.ts";
import type { modelSchema } from "#api/schemas/catalog.ts";
import { capabilities } from "#domain/requests/capability.ts";

/** The whole catalog would fill the context of a language model. */
const modelsMax = 30;

export const listModels = defineTool({
  name: "list_models",
  permission: "models:read",
  title: "List models",
  description:
    "Models that can be used now, with prices. Only needed when the person asks for a model: generate chooses one itself.",
  hints: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    capability: z.enum(capabilities).optional(),
    search: z.string().optional().describe("Text in id, name, provider or description."),
  }),
  async run(query, call) {
    const { data } = (await call.callRoute(route, { query })) as {
      readonly data: readonly Model[];
    };
    const usable = data.filter(({ available }) => available);
    const shown = usable.slice(0, modelsMax);
    const lines = shown.length === 0 ? ["No usable model matches."] : shown.map(lineOf);
    const more = usable.length - shown.length;
    const unusable = data.length - usable.length;
    const notes = [
      ...(more > 0 ? [`${more} more: narrow the list with capability or search.`] : []),
      ...(unusable > 0 ? [`${unusable} more need a key of their provider on this server.`] : []),
    ];
    return {
      content: [{ type: "text", text: [...lines, ...notes].join("\n") }],
      structuredContent: { models: shown.map(toSummary), more, unusable },
    };
  },
});

type Model = z.input<typeof modelSchema>;

function toSummary({
  id,
  displayName,
  provider,
  capabilities: made,
  credits,
  typicalSeconds,
}: Model) {
  return { id, displayName, provider, capabilities: made, credits, typicalSeconds };
}

function lineOf({ id, displayName, provider, capabilities: made, credits }: Model): string {
  return `${id} (${displayName}, ${provider}): ${made.join(", ")}; ${creditsText(credits)}`;
}

function creditsText({ min, max }: Model["credits"]): string {
  return min === max ? `${min} credits` : `${min}–${max} credits`;
}
