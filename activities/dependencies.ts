import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";
import type { ProviderSettings } from "#db/providers/catalog.ts";
import type { Vault } from "#db/vault.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { AddressSettings } from "#storage/file-address.ts";
import type { Storage } from "#storage/storage.ts";

import type { Mailer } from "./delivery/mailer.ts";
import type { AnswerSpool } from "./generation/answer-spool.ts";
import type { ProviderAdapter } from "./providers/adapter.ts";

/** What the worker's process file hands to the activities. */
export interface ActivityDependencies {
  readonly orm: MikroORM;
  /** A small pool of its own for what providers have answered, so that nothing else can exhaust it. */
  readonly answersOrm: { readonly em: Pick<MikroORM["em"], "fork"> };
  readonly storage: Storage;
  /** Where results wait that came as bytes, until storage has them. */
  readonly spool: AnswerSpool;
  /** Opens what is stored but must not be read in the database. */
  readonly vault: Vault;
  readonly mailer: Mailer;
  /** Where the links of mails lead, without a slash at the end. */
  readonly frontUrl: string;
  readonly logger: Logger;
  readonly adapters: Readonly<Record<string, ProviderAdapter>>;
  readonly providerSettings: ProviderSettings;
  readonly parseMessage: (
    message: MessageToParse,
    options: { signal: AbortSignal },
  ) => Promise<ParsedMessage>;
  /** Makes and checks our own signed addresses. */
  readonly addresses: { readonly publicUrl: string; readonly secret: string };
  /** How webhooks are sent. */
  readonly webhooks: {
    readonly timeoutMs: number;
    readonly allowPrivate: boolean;
    readonly addresses: AddressSettings;
  };
  readonly limits: {
    readonly inputBytesMax: number;
    readonly outputBytesMax: number;
    readonly allowPrivateInputs: boolean;
    /** How long a request whose answer was lost is looked for. */
    readonly unknownSeconds: number;
    /** How often a job that has not ended is checked to have a run. */
    readonly reconcileSeconds: number;
  };
}
