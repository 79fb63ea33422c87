import type { Pricing } from "#domain/billing/pricing.ts";
import type { MediaOperation } from "#domain/pipelines/operations.ts";
import type { Capability, ContentType, FileKind } from "#domain/requests/capability.ts";
import type { EngineNote, ProviderHandle } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import type { ModelParameters } from "#domain/requests/model-parameters.ts";
import type { ProviderCallback } from "#runtime/provider-callback.ts";

/**
 * Translates between the engine and one provider: builds the provider's requests, reads its responses, and
 * throws `AppError` with a code of the provider group. An adapter never retries, sleeps, stores files or
 * writes to the database; the workflow and the activities do.
 *
 * The provider's catalog row states its idempotency class: "key" providers must send `call.idempotencyKey`,
 * "lookup" providers must implement `lookup`.
 */
export interface ProviderAdapter {
  /**
   * Sends a paid request once. Errors must show whether something may have been made
   * (`domain/jobs/submission.ts`): `provider_outcome_unknown` when the response was lost.
   */
  submit(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult>;
  /** Sends a media operation, like `submit`. Present for the provider with a media model in its row. */
  perform?(request: OperationRequest, call: ProviderCall): Promise<SubmitResult>;
  /** Polls a generation. Absent for providers that return the result in the response to `submit`. */
  poll?(handle: ProviderHandle, call: ProviderCall): Promise<PollResult>;
  /** Requests a cancellation. The next poll shows its effect. Absent for providers without cancellation. */
  cancel?(handle: ProviderHandle, call: ProviderCall): Promise<void>;
  /**
   * Finds a request whose response was lost by its idempotency key. Null: the provider does not know the
   * request.
   */
  lookup?(idempotencyKey: string, call: ProviderCall): Promise<ProviderHandle | null>;
  /**
   * Returns the handle of a request whose response was lost, by the id in the provider's webhook. Present
   * where `submit` passes the callback URL to the provider and the webhook is signed.
   */
  recover?(requestId: string, request: AdapterRequest, call: ProviderCall): Promise<ProviderHandle>;
  /**
   * Returns whether `submit` passes the callback URL of this request to the provider. Absent: it always does
   * if the adapter has `recover`.
   */
  sendsWord?(request: AdapterRequest, call: ProviderCall): boolean;
  /** Lists the names of the models that a server of the operator has. Null: the server has no list. */
  discover?(call: ProviderCall): Promise<readonly string[] | null>;
  /** Makes a free and cheap call. Throws when the provider cannot be used. */
  checkHealth(call: ProviderCall): Promise<void>;
}

/** Connection settings and limits of one call to a provider. */
export interface ProviderCall {
  readonly baseUrl: string;
  /** Key of the provider; empty for the embedded provider. Must never appear in logs or errors. */
  readonly credential: string;
  /** Headers of every request to a server of the operator, in lower case. Must never appear in logs or errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an organization-provided key: the organization pays the provider itself. */
  readonly isOrganizationKey?: boolean;
  /** Region of a service that has several. */
  readonly region?: string;
  /** Values of settings that select between several ways to use a provider, by the setting's name. */
  readonly ways?: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /**
   * Time (epoch milliseconds) after which a paid request must not be sent: a delayed attempt may have been
   * given up by then.
   */
  readonly sendBefore?: number;
  /**
   * For adapters that know the handle of a request before they send its paid step. Records the handle, so
   * that the request can be polled when its response is lost. Extends `sendBefore` as if the attempt had just
   * begun. Throws `provider_unreachable` when the attempt was given up in the meantime; the paid step must
   * not be sent then.
   */
  readonly announce?: (announcement: Announcement) => Promise<{ readonly sendBefore: number }>;
  /**
   * Uploads a named part of the request once. A repeated request receives the reference of the first upload,
   * because providers compare its body with the first one. Throws like `announce`.
   */
  readonly uploadOnce?: (name: string, upload: () => Promise<string>) => Promise<string>;
  /** Receives each exchange that ended with a response, to record a call with a real key. */
  readonly observe?: (exchange: ObservedExchange) => void;
}

/** One request and its response, as they went over the wire. */
export interface ObservedExchange {
  readonly method: string;
  readonly url: URL;
  readonly request: ObservedBody;
  readonly status: number;
  readonly response: ObservedBody;
}

export interface ObservedBody {
  /** Empty without a body. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Announcement {
  readonly handle: ProviderHandle;
  readonly providerRequestId: string;
}

/** An input with the facts that were known when the job was priced. */
export interface AdapterInput extends InputFacts, InputFile {
  readonly contentType: string;
}

export interface InputFile {
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Signed URL of the input on this server. A provider can fetch the URL when `inputsAreReachable`. */
  readonly url: string;
  open(): AsyncIterable<Uint8Array>;
}

export interface AdapterRequest {
  readonly modelId: string;
  /** The provider's id of the model. */
  readonly upstreamModel: string;
  readonly capability: Capability;
  readonly contentType: ContentType;
  readonly prompt: string;
  readonly inputs: readonly AdapterInput[];
  readonly parameters: GenerationParameters;
  /** JSON Schema of the model's own parameters. `x-role` maps the engine's parameters to them. */
  readonly parameterSchema: ModelParameters;
  /** Data of the model that only the adapter reads: the workflow of a ComfyUI model. */
  readonly definition?: unknown;
  /** Pricing of the model, with the values that the price assumes for omitted parameters. */
  readonly priced: Pricing;
  /** True when the inputs' URLs can be fetched from the internet. */
  readonly inputsAreReachable: boolean;
  /**
   * URL for the provider's webhooks about this request. Absent when the provider cannot reach this server.
   */
  readonly callback?: ProviderCallback;
}

/** A media operation on files. */
export interface OperationRequest {
  /** The provider's id of the model. */
  readonly upstreamModel: string;
  readonly operation: MediaOperation;
  readonly inputs: readonly (InputFile & { readonly kind: FileKind })[];
}

/** A file of a result: a URL, or the bytes that came with the response. */
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
  /** Cost that the provider reports for the request, in US dollars; for operators only. */
  readonly costUsd?: number;
}

export type SubmitResult =
  | {
      readonly state: "accepted";
      readonly handle: ProviderHandle;
      readonly providerRequestId?: string;
      /** Like `costUsd` of a result. */
      readonly costUsd?: number;
    }
  | {
      readonly state: "succeeded";
      readonly result: AdapterResult;
      readonly providerRequestId?: string;
    };

export type PollResult =
  | {
      readonly state: "running";
      /** 0–1, when the provider reports its progress. */
      readonly fraction?: number;
      readonly etaSeconds?: number;
      /** Present when the handle has changed. */
      readonly handle?: ProviderHandle;
    }
  | { readonly state: "succeeded"; readonly result: AdapterResult }
  | { readonly state: "canceled" };
