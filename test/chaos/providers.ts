import type { IdempotencyClass } from "#domain/requests/generation.ts";

/** What a provider promises about a request that arrives twice; `sync` ones respond with the file itself. */
export type ProviderClass = IdempotencyClass | "sync";

/** A provider of the catalog whose requests go to a fake during a run. */
export interface ChaosProvider {
  readonly slug: string;
  readonly setting: string;
  readonly class: ProviderClass;
  /** Each is an API key of an account of its own. */
  readonly accounts: readonly string[];
  /** Whether it charges for what failed, or was canceled, while it worked on it. */
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

/** The embedded provider. Everybody may use it, and it has no key. */
export const chaosStudio: ChaosProvider = {
  slug: "studio",
  setting: "STUDIO_URL",
  class: "key",
  accounts: ["embedded"],
  bills: { failed: false, canceled: false },
};
