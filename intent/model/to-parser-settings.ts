import type { Config } from "#config.ts";
import { chooseLlmProvider, type IntentParserSettings } from "#intent/chain.ts";

/** Derives the parser's settings. The key is LLM_API_KEY, else the key of the model's own provider. */
export function toParserSettings(config: Config): IntentParserSettings {
  const settings = {
    timeoutMs: config.LLM_TIMEOUT_MS,
    contextTurns: config.CHAT_CONTEXT_TURNS,
    ...(config.LLM_MODEL === undefined ? {} : { model: config.LLM_MODEL }),
    ...(config.LLM_BASE_URL === undefined ? {} : { baseUrl: config.LLM_BASE_URL }),
    ...(config.LLM_PROVIDER === undefined ? {} : { provider: config.LLM_PROVIDER }),
  };
  const keys = {
    openai: firstKey(config.providerSettings["OPENAI_API_KEY"]),
    google: firstKey(config.providerSettings["GOOGLE_API_KEY"]),
    anthropic: config.ANTHROPIC_API_KEY,
  };
  const apiKey = config.LLM_API_KEY ?? keys[chooseLlmProvider(settings)];
  return apiKey === undefined ? settings : { ...settings, apiKey };
}

/** A provider may have several keys; the parser uses the first one. */
function firstKey(keys: string | undefined): string | undefined {
  return keys?.split(",")[0]?.trim();
}
