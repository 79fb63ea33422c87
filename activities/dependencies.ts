import type { Logger } from "pino";

import type { ProviderSettings } from "#db/catalog.ts";
import type { MikroORM } from "#db/orm.ts";
import type { MessageToParse, ParsedMessage } from "#domain/intent.ts";
import type { Storage } from "#storage/storage.ts";

import type { ProviderAdapter } from "./providers/adapter.ts";

/** What the worker's process file hands to the activities. */
export interface ActivityDependencies {
  readonly orm: MikroORM;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly adapters: Readonly<Record<string, ProviderAdapter>>;
  readonly providerSettings: ProviderSettings;
  readonly parseMessage: (
    message: MessageToParse,
    options: { signal: AbortSignal },
  ) => Promise<ParsedMessage>;
  /** Makes and checks our own signed addresses. */
  readonly addresses: { readonly publicUrl: string; readonly secret: string };
  readonly limits: {
    readonly inputBytesMax: number;
    readonly outputBytesMax: number;
    readonly allowPrivateInputs: boolean;
  };
}
