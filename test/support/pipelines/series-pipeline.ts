import type { TestApi } from "#test/support/api.ts";

/** A pipeline of the organization whose phrase messages can be; a run costs as many credits as it has parts. */
export async function createSeries(api: Pick<TestApi, "call">, key: string): Promise<string> {
  const part = {
    kind: "generate",
    capability: "text-to-image",
    model: "studio-image",
    maxCredits: 1,
  };
  const definition = {
    schemaVersion: 1,
    inputs: { topic: { type: "text" }, count: { type: "integer", maximum: 40 } },
    steps: {
      parts: {
        kind: "map",
        over: "{{ range(inputs.count) }}",
        maxItems: 40,
        steps: { part: { ...part, prompt: "{{ inputs.topic }}" } },
        value: "{{ steps.part.output }}",
      },
    },
    outputs: { parts: "{{ steps.parts.items }}" },
    chat: { phrases: ["a {count} part series on {topic}"] },
  };
  const body = { name: "Series", definition };
  const response = await api.call("/v1/pipelines", { method: "POST", key, body });
  return ((await response.json()) as { pipelineId: string }).pipelineId;
}
