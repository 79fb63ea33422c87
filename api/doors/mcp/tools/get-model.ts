import { z } from "zod";

import { defineTool } from "#api/doors/mcp/tool.ts";
import { getModelSchema } from "#api/routes/models/get-model-schema.ts";
import { getModel as route } from "#api/routes/models/get-model.ts";
import type { modelSchema } from "#api/schemas/catalog.ts";

export const getModel = defineTool({
  name: "get_model",
  permission: "models:read",
  title: "Get a model",
  description: "Price, speed and limits of a model, and the JSON Schema of its parameters.",
  hints: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({ model: z.string() }),
  async run({ model: modelId }, call) {
    const params = { modelId };
    const model = (await call.callRoute(route, { params })) as z.input<typeof modelSchema>;
    const schema = (await call.callRoute(getModelSchema, { params })) as ModelForms;
    const described = { ...model, input: orderFieldsOf(schema.input) };
    return {
      content: [{ type: "text", text: JSON.stringify(described) }],
      structuredContent: described,
    };
  },
});

interface ModelForms {
  readonly input: {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly $defs?: Readonly<Record<string, unknown>>;
  };
}

/** Fields of the API's request that `generate` takes, without those that every model has. */
function orderFieldsOf({ properties = {}, $defs }: ModelForms["input"]): Record<string, unknown> {
  const { capability, prompt, inputs, parameters } = properties;
  return { capability, prompt, inputs, parameters, ...($defs === undefined ? {} : { $defs }) };
}
