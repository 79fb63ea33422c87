import type { Candidate } from "#domain/routing/routing.ts";

/** An available model that makes images, with the given differences. */
export function candidateOf(modelId: string, change: Partial<Candidate> = {}): Candidate {
  return {
    modelId,
    modelName: modelId,
    provider: "acme",
    providerName: "Acme",
    capabilities: ["text-to-image"],
    pricing: { typicalCredits: 1, typicalUsd: 0.04, typical: {} },
    quality: 2,
    typicalSeconds: 10,
    measuredSeconds: null,
    status: "active",
    retiresOn: null,
    replacedBy: null,
    providerKeyId: null,
    unavailable: null,
    onTrial: false,
    weight: 100,
    embedded: false,
    ...change,
  };
}
