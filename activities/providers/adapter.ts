import type { Pricing } from "#domain/billing/credits.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { EngineNote, ProviderHandle } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import type { ModelParameters } from "#domain/requests/model-parameters.ts";
import type { ProviderCallback } from "#runtime/provider-callback.ts";

/**
 * One provider behind the engine's words. An adapter translates: it builds the provider's request,
 * reads its answers, and throws `AppError` with a code of the provider group. It never retries,
 * sleeps, stores or writes to the database; the workflow and the activities around it do.
 *
 * Which class of idempotency a provider has stands in its catalog row; "key" providers must send
 * `call.idempotencyKey`, "lookup" providers must implement `lookup`.
 */
export interface ProviderAdapter {
  /**
   * Sends a paid request, once. Errors must tell whether something may have been made
   * (`domain/jobs/submission.ts`): `provider_outcome_unknown` when the answer was lost.
   */
  submit(request: AdapterRequest, call: ProviderCall): Promise<SubmitAnswer>;
  /** Asks how far it is. Absent for providers that answer a submit with the result. */
  poll?(handle: ProviderHandle, call: ProviderCall): Promise<PollAnswer>;
  /** Asks to stop. Whether it did is told by the next poll. Absent where the provider cannot. */
  cancel?(handle: ProviderHandle, call: ProviderCall): Promise<void>;
  /** Finds a request whose answer was lost, by our key. Null: the provider does not know it. */
  lookup?(idempotencyKey: string, call: ProviderCall): Promise<ProviderHandle | null>;
  /**
   * The handle of a request whose answer was lost, by the id that the provider's webhook told. Present
   * where `submit` gives the callback away and the webhook is signed.
   */
  recover?(requestId: string, request: AdapterRequest, call: ProviderCall): Promise<ProviderHandle>;
  /** Whether it gives the callback of this request away; absent: of every one, if it has `recover`. */
  sendsWord?(request: AdapterRequest, call: ProviderCall): boolean;
  /** A cheap call that costs nothing. Throws when the provider cannot be used. */
  checkHealth(call: ProviderCall): Promise<void>;
}

/** How to reach a provider for one call. */
export interface ProviderCall {
  readonly baseUrl: string;
  /** The key; empty for the embedded provider. Never logged, never in an error. */
  readonly credential: string;
  /** Whether it is the key of an organization, which then pays the provider itself. */
  readonly isOwnKey?: boolean;
  /** Where, for a service that has regions. */
  readonly region?: string;
  /** How operators want it used where it has several ways, by setting. */
  readonly ways?: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /**
   * Epoch milliseconds until when a paid request may leave: whoever was held up longer may have been
   * given up, and must not send.
   */
  readonly sendBefore?: number;
  /**
   * For adapters that know how to ask for a request before they send its paid step: once this is
   * recorded, a lost answer is asked for instead of given up, and the paid step may leave as if the
   * attempt had just begun. Throws `provider_unreachable` for an attempt that was given up meanwhile:
   * nothing may be paid any more.
   */
  readonly announce?: (announcement: Announcement) => Promise<{ readonly sendBefore: number }>;
  /**
   * Uploads a part of the request under a name, once: a request that is repeated gets the reference of
   * the first upload, because providers compare its body with that of the first. Throws like `announce`.
   */
  readonly uploadOnce?: (name: string, upload: () => Promise<string>) => Promise<string>;
}

export interface Announcement {
  readonly handle: ProviderHandle;
  readonly providerRequestId: string;
}

/** With what was known of it when the job was priced. */
export interface AdapterInput extends InputFacts {
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** A signed address of ours; a provider can fetch it when `inputsAreReachable`. */
  readonly url: string;
  open(): AsyncIterable<Uint8Array>;
}

export interface AdapterRequest {
  readonly modelId: string;
  /** What the provider calls the model. */
  readonly upstreamModel: string;
  readonly capability: Capability;
  readonly contentType: ContentType;
  readonly prompt: string;
  readonly inputs: readonly AdapterInput[];
  readonly parameters: GenerationParameters;
  /** JSON Schema of the model's own parameters; `x-role` maps ours to theirs. */
  readonly parameterSchema: ModelParameters;
  /** What the price assumes of a request that does not say it. */
  readonly priced: Pricing;
  /** Whether somebody on the internet can fetch the inputs' addresses. */
  readonly inputsAreReachable: boolean;
  /** Where the provider may send word of this one request; absent when it cannot reach us. */
  readonly callback?: ProviderCallback;
}

/** A file of a result: at an address, or as the bytes that came with the answer. */
export interface AdapterFile {
  readonly source: { readonly url: string } | { readonly bytes: Uint8Array };
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  readonly text?: string;
}

export interface AdapterResult {
  readonly files: readonly AdapterFile[];
  readonly engine?: EngineNote;
  readonly seed?: number;
}

export type SubmitAnswer =
  | {
      readonly state: "accepted";
      readonly handle: ProviderHandle;
      readonly providerRequestId?: string;
    }
  | {
      readonly state: "succeeded";
      readonly result: AdapterResult;
      readonly providerRequestId?: string;
    };

export type PollAnswer =
  | {
      readonly state: "running";
      /** 0–1, when the provider tells. */
      readonly fraction?: number;
      readonly etaSeconds?: number;
      /** When it changed. */
      readonly handle?: ProviderHandle;
    }
  | { readonly state: "succeeded"; readonly result: AdapterResult }
  | { readonly state: "canceled" };
