import { defineRoute } from "#api/http/route.ts";
import { capabilityEntrySchema } from "#api/schemas/catalog.ts";
import { listOf } from "#api/schemas/common.ts";
import { capabilities, capabilityRules } from "#domain/requests/capability.ts";

export const listCapabilities = defineRoute({
  method: "get",
  path: "/v1/capabilities",
  operationId: "listCapabilities",
  summary: "List capabilities",
  description: "Kinds of generation, with their required inputs and the number of models.",
  tags: ["Catalog"],
  access: { permission: "models:read" },
  status: 200,
  response: listOf(capabilityEntrySchema),
  errors: [],
  conditional: true,
  async handle(_input, { loadCatalog }) {
    const { candidates } = await loadCatalog();
    return {
      data: capabilities.map((capability) => {
        const { title, contentType, needsPrompt, inputs } = capabilityRules[capability];
        const models = candidates.filter((model) => model.capabilities.includes(capability));
        return {
          capability,
          title,
          contentType,
          needsPrompt,
          inputs: inputs.map((set) => [...set]),
          models: models.length,
          modelsAvailable: models.filter((model) => model.unavailable === null).length,
        };
      }),
    };
  },
});
