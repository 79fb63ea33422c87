import type { Client } from "@temporalio/client";
import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";
import type { ProviderSettings } from "#db/providers/catalog.ts";
import type { Screening } from "#db/safety/create-screening.ts";
import type { Vault } from "#db/vault.ts";
import type { Payments } from "#domain/billing/payments.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { OutputProvenance } from "#domain/requests/provenance.ts";
import type { MatchHashes } from "#domain/safety/hash-match.ts";
import type { ParseOptions } from "#intent/chain.ts";
import type { WriteText } from "#intent/text/write-text.ts";
import type { SignFile } from "#runtime/c2pa/create-sign-file.ts";
import type { Expressions } from "#runtime/expressions/expressions.ts";
import type { AddressSettings } from "#storage/file-address.ts";
import type { Storage } from "#storage/storage.ts";

import type { Mailer } from "./delivery/mailer.ts";
import type { ResponseSpool } from "./generation/response-spool.ts";
import type { ProviderAdapter } from "./providers/adapter.ts";

/** Signer of the operator's certificate, and the folder of its temporary files. */
export interface OutputSigner {
  readonly signFile: SignFile;
  readonly folder: string;
  /** End of the certificate. */
  readonly expiresAt: Date;
}

/** Program that decodes videos, and the folder of its temporary files. */
export interface FrameReader {
  readonly ffmpegPath: string;
  readonly folder: string;
}

/** Dependencies that the worker's process file passes to the activities. */
export interface ActivityDependencies {
  readonly orm: MikroORM;
  /**
   * Small separate connection pool for recording providers' responses, so that other work cannot exhaust it.
   */
  readonly responsesOrm: { readonly em: Pick<MikroORM["em"], "fork"> };
  /** Client of the namespace of jobs. The activities of recurring work may run in another namespace. */
  readonly client: Client;
  readonly storage: Storage;
  /** Holds responses to paid requests until storage and the database have them. */
  readonly spool: ResponseSpool;
  /** Decrypts stored values that must not be readable in the database. */
  readonly vault: Vault;
  readonly mailer: Mailer;
  /** Base URL of the links in emails, without a trailing slash. */
  readonly frontUrl: string;
  readonly logger: Logger;
  readonly adapters: Readonly<Record<string, ProviderAdapter>>;
  readonly providerSettings: ProviderSettings;
  readonly parseMessage: (message: MessageToParse, options: ParseOptions) => Promise<ParsedMessage>;
  /** Writes a text with the language model. Null without a language model. */
  readonly writeText: WriteText | null;
  /** Evaluates expressions of pipelines in a thread. */
  readonly expressions: Pick<Expressions, "evaluate">;
  /** Creates and verifies the server's signed URLs. */
  readonly addresses: {
    readonly publicUrl: string;
    /** Secret that signs, and all secrets whose signatures are accepted. */
    readonly secret: string;
    readonly secrets: readonly string[];
  };
  /** Settings for sending webhooks. */
  readonly webhooks: {
    readonly timeoutMs: number;
    readonly allowPrivate: boolean;
    readonly addresses: AddressSettings;
  };
  /** Stripe; null for an engine that sells nothing. */
  readonly payments: Payments | null;
  /** Checks content against blocklists and a moderation service. */
  readonly safety: {
    readonly screening: Screening;
    /** False: a request that the moderation service cannot check is sent to the provider unchecked. */
    readonly failsClosed: boolean;
    /** True: images and videos of inputs are checked, too. */
    readonly checksImages: boolean;
    /** Reads frames of videos; null without ffmpeg, so that videos are not checked. */
    readonly frames: FrameReader | null;
    /** True: generated images and videos are checked before they are delivered. */
    readonly checksOutputs: boolean;
    /** Null without a hash-match service. */
    readonly matchHashes: MatchHashes | null;
  };
  /** True: outputs get a mark that says that they are made by AI. */
  readonly marksOutputs: boolean;
  /** Signs marked outputs; null without the setting, and when signing is not possible. */
  readonly signer: OutputSigner | null;
  readonly limits: {
    readonly inputBytesMax: number;
    readonly outputBytesMax: number;
    readonly allowPrivateInputs: boolean;
    /** Maximum seconds for which the outcome of a request with a lost response is reconciled. */
    readonly unknownSeconds: number;
    /** Seconds between checks that an unfinished job still has a run. */
    readonly reconcileSeconds: number;
    /** Days for which the text of a job stays after its files. */
    readonly requestDaysAfterFiles: number;
    /** Days for which events of jobs are kept; 0 keeps them as long as their jobs. */
    readonly jobEventDays: number;
    /** Holds back paid requests while a commit waits for no standby. */
    readonly requiresStandby?: boolean;
  };
  /** Receives the mark of each stored output, for metrics. */
  readonly onMarked?: (
    provenance: OutputProvenance,
    signature: { readonly isTimestamped: boolean },
  ) => void;
  /** Receives the time from an event to the first attempt to send its webhook, for metrics. */
  readonly onFirstAttempt?: (delaySeconds: number) => void;
}
