import type { MediaEngine } from "@gme/client";

import type { Orders } from "./orders.ts";

export interface ModelSettings {
  readonly modelId: string;
  /** Name of the provider in `providerOptions` and `providerMetadata`. */
  readonly name: string;
  readonly engine: () => MediaEngine;
  readonly jobTimeoutMs: number | undefined;
  readonly orders: Orders;
}

/** Model id for the automatic choice. */
export const automaticModel = "auto";

/**
 * Returns how many results the model makes for one job: 1 for the automatic choice, whose model is not known, and if
 * the catalog cannot be read.
 */
export async function readCountMax({ modelId, engine }: ModelSettings): Promise<number> {
  if (modelId === automaticModel) return 1;
  try {
    const { limits } = await engine().models.get(modelId);
    const { maximum } = (limits["count"] ?? {}) as { maximum?: unknown };
    return typeof maximum === "number" && maximum >= 1 ? maximum : 1;
  } catch {
    return 1;
  }
}
