import type { ProviderAdapter } from "./adapter.ts";
import { blackForestLabs } from "./black-forest-labs.ts";
import { elevenlabs } from "./elevenlabs.ts";
import { fal } from "./fal.ts";
import { google } from "./google.ts";
import { kling } from "./kling.ts";
import { openai } from "./openai.ts";
import { recraft } from "./recraft.ts";
import { studio } from "./studio.ts";
import { withKeys } from "./with-keys.ts";

/**
 * The providers that this version can call, by slug. The catalog marks the same ones as integrated;
 * a test compares the two.
 */
export const adapters: Readonly<Record<string, ProviderAdapter>> = {
  "black-forest-labs": withKeys(blackForestLabs),
  elevenlabs: withKeys(elevenlabs),
  fal: withKeys(fal),
  google: withKeys(google),
  kling: withKeys(kling),
  openai: withKeys(openai),
  recraft: withKeys(recraft),
  studio,
};
