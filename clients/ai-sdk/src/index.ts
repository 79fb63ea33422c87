export {
  createMediaEngine,
  mediaEngine,
  type MediaEngineProvider,
  type MediaEngineProviderSettings,
} from "./provider.ts";
export type { MediaEngineCallOptions } from "./call-options.ts";
