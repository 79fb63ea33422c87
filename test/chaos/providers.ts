import type { IdempotencyClass } from "#domain/requests/generation.ts";

/** Guarantee of a provider for a repeated request; `sync` providers respond with the file. */
export type ProviderClass = IdempotencyClass | "sync";

/** A catalog provider whose requests go to a fake during a run. */
export interface ChaosProvider {
  readonly slug: string;
  readonly setting: string;
  readonly class: ProviderClass;
  /** Each value is an API key of a separate account. */
  readonly accounts: readonly string[];
  /** True when the provider charges for generations that failed or were canceled while running. */
  readonly bills: { readonly failed: boolean; readonly canceled: boolean };
}

/** Routing prefers each of them to studio. */
export const chaosProviders: readonly ChaosProvider[] = [
  {
    slug: "ideogram",
    setting: "IDEOGRAM_API_KEY",
    class: "key",
    accounts: ["key-a", "key-b"],
    bills: { failed: false, canceled: true },
  },
  {
    slug: "black-forest-labs",
    setting: "BLACK_FOREST_LABS_API_KEY",
    class: "lookup",
    accounts: ["lookup-a"],
    bills: { failed: false, canceled: false },
  },
  {
    slug: "recraft",
    setting: "RECRAFT_API_KEY",
    class: "none",
    accounts: ["none-a", "none-b"],
    bills: { failed: true, canceled: true },
  },
  {
    slug: "stability-ai",
    setting: "STABILITY_API_KEY",
    class: "sync",
    accounts: ["sync-a"],
    bills: { failed: true, canceled: true },
  },
];

/** The embedded provider: available to every organization, without a key. */
export const chaosStudio: ChaosProvider = {
  slug: "studio",
  setting: "STUDIO_URL",
  class: "key",
  accounts: ["embedded"],
  bills: { failed: false, canceled: false },
};
