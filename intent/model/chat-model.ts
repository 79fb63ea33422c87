import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

export interface ModelSettings {
  readonly model: string;
  readonly provider: "openai" | "google" | "anthropic";
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
}

/**
 * Loads the package of the model's provider. Retries stay off: the fallback is faster than a second attempt, and Temporal
 * retries the activity. `tokensMax` limits an answer.
 */
export async function loadChatModel(
  settings: ModelSettings,
  limits: { readonly tokensMax: number },
): Promise<BaseChatModel> {
  const { initChatModel } = await import("langchain/chat_models/universal");
  return initChatModel(settings.model, {
    temperature: 0,
    maxRetries: 0,
    ...optionsOf(settings, limits),
  });
}

/** Translates the settings to the options of the provider's package, which is loaded by its name. */
function optionsOf(
  { provider, apiKey, baseUrl, timeoutMs }: ModelSettings,
  { tokensMax }: { readonly tokensMax: number },
): object {
  const key = apiKey === undefined ? {} : { apiKey };
  switch (provider) {
    case "openai":
      return {
        modelProvider: "openai",
        // Compatible servers often need no key, but the client requires one.
        apiKey: apiKey ?? "none",
        maxTokens: tokensMax,
        timeout: timeoutMs,
        useResponsesApi: false,
        ...(baseUrl === undefined ? {} : { configuration: { baseURL: baseUrl } }),
      };
    case "google":
      return {
        ...key,
        modelProvider: "google-genai",
        maxOutputTokens: tokensMax,
        ...(baseUrl === undefined ? {} : { baseUrl }),
      };
    case "anthropic":
      return {
        ...key,
        modelProvider: "anthropic",
        maxTokens: tokensMax,
        ...(baseUrl === undefined ? {} : { anthropicApiUrl: baseUrl }),
      };
  }
}
