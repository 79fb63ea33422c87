import type { ActivityDependencies } from "#activities/dependencies.ts";
import type {
  AdapterRequest,
  InputFile,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { forOrganizationKey } from "#activities/providers/for-organization-key.ts";
import { adapterOf, serviceAccess } from "#activities/providers/provider-access.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { findGenerationRows, type GenerationRows } from "#db/jobs/generation-rows.ts";
import type { EntityManager } from "#db/orm.ts";
import { fingerprintOf } from "#db/providers/platform-keys.ts";
import { type Service, serviceOf } from "#db/providers/service-of.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { StoredInput } from "#domain/requests/generation.ts";
import { isPublicAddress } from "#runtime/net/public-address.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { signFileAddress } from "#storage/signed-address.ts";
import type { Storage } from "#storage/storage.ts";

import { openOrganizationKey } from "./open-organization-key.ts";
import { unsent } from "./unsent.ts";

/** State for an activity that calls a provider, read from the rows at the start of each attempt. */
export interface GenerationContext extends GenerationRows {
  readonly em: EntityManager;
  /** API of the provider that the model is called at. */
  readonly service: Service;
  readonly adapter: ProviderAdapter;
  /**
   * Fingerprints of the platform keys available for the call. Empty when it uses an organization-provided
   * key.
   */
  readonly platformKeys: readonly string[];
  /** Fingerprint of the key that a call uses now. Null for an organization-provided key. */
  keyFingerprint(): string | null;
  /** Creates a call that uses the key named in the submission's row. */
  call(signal: AbortSignal): ProviderCall;
}

/**
 * Loads the context of a generation. Throws `provider_not_configured` or `own_key_unusable` when the key was
 * removed after the job was planned.
 */
export async function loadGeneration(
  dependencies: ActivityDependencies,
  ref: GenerationRef,
): Promise<GenerationContext> {
  const em = dependencies.orm.em.fork();
  const { job, submission, model, provider } = await findGenerationRows(em, ref);
  const service = serviceOf(model, provider);
  const adapter = adapterOf(service, dependencies.adapters);
  const organizationKey = await openOrganizationKey(em, submission, dependencies.vault);
  // An organization-provided key belongs to the provider's own API and must not be sent to another service.
  if (organizationKey !== null && model.service != null) {
    throw new AppError("own_key_unusable", { details: { reason: "its service has changed" } });
  }
  const access = serviceAccess(service, {
    ...dependencies.providerSettings,
    ...(organizationKey === null ? {} : { [service.setting]: organizationKey }),
  });
  if (adapter === undefined || access === null) {
    throw new AppError("provider_not_configured", { details: { setting: service.setting } });
  }
  const { credentials, ...place } = access;
  return {
    em,
    job,
    submission,
    model,
    provider,
    service,
    adapter: organizationKey === null ? adapter : forOrganizationKey(adapter),
    platformKeys: organizationKey === null ? credentials.map(fingerprintOf) : [],
    keyFingerprint: () =>
      organizationKey === null ? fingerprintOf(credentialOf(submission, credentials)) : null,
    call: (signal) => ({
      ...place,
      credential: credentialOf(submission, credentials),
      ...(organizationKey === null ? {} : { isOrganizationKey: true }),
      idempotencyKey: submission.idempotencyKey,
      signal,
    }),
  };
}

/**
 * Returns the key that the row names. A key removed from the setting is usually replaced by another key of
 * the same account, so the first configured key is the fallback.
 */
function credentialOf(
  { keyFingerprint }: ProviderSubmission,
  credentials: readonly string[],
): string {
  const named = credentials.find((key) => fingerprintOf(key) === keyFingerprint);
  return named ?? credentials[0] ?? "";
}

/** Minimum time, in seconds, for which a provider on the internet can fetch an input from this server. */
const inputAddressSeconds = 86_400;

/** Returns Unix seconds that are equal for all requests of a day, so their URLs are equal, too. */
export function inputExpiry(now: number): number {
  return (Math.ceil(now / 1000 / inputAddressSeconds) + 1) * inputAddressSeconds;
}

/** Sends the request of a job to its provider: a generation, or a media operation. */
export async function sendRequest(
  context: GenerationContext,
  dependencies: ActivityDependencies,
  call: ProviderCall,
): Promise<SubmitResult> {
  const { adapter, job, model } = context;
  const { operation } = job.request;
  if (operation === undefined) return adapter.submit(toAdapterRequest(context, dependencies), call);
  if (adapter.perform === undefined) throw new Error(`${model.id} performs no operations`);
  const { upstreamModel } = model;
  return adapter.perform(
    { upstreamModel, operation, inputs: toInputFiles(context, dependencies) },
    call,
  );
}

/** Builds the adapter's request from a job, unless it is a media operation. */
export function toAdapterRequest(
  context: GenerationContext,
  dependencies: ActivityDependencies,
): AdapterRequest {
  const { job, model, submission } = context;
  const { addresses } = dependencies;
  const generation = generationOf(job);
  const { id: submissionId, providerSlug } = submission;
  const isReachable = isPublicAddress(addresses.publicUrl);
  return {
    modelId: model.id,
    upstreamModel: model.upstreamModel,
    capability: generation.capability,
    contentType: generation.contentType,
    prompt: generation.prompt,
    parameters: generation.parameters,
    parameterSchema: model.parameters,
    definition: model.definition,
    priced: model.pricing,
    inputsAreReachable: isReachable,
    ...(isReachable
      ? { callback: providerCallbackFor({ submissionId, providerSlug }, addresses) }
      : {}),
    inputs: toInputFiles(context, dependencies).flatMap(({ kind, ...input }) =>
      kind === "model" ? [] : { kind, ...input },
    ),
  };
}

function toInputFiles(
  { job, submission }: GenerationContext,
  { storage, addresses }: ActivityDependencies,
): (InputFile & Pick<StoredInput, "kind">)[] {
  // Counts from the first attempt: a repeated request must have the same URLs, even after midnight.
  const expires = inputExpiry((submission.sentAt ?? new Date()).getTime());
  return (job.storedInputs ?? []).map(({ storageKey, ...input }, ordinal) => ({
    ...input,
    url: signFileAddress({ fileId: `${job.id}.input.${ordinal}`, expires }, addresses),
    open: () => readInput(storage, storageKey),
  }));
}

/** An input is part of the paid request or is uploaded before it, so a failure to read it is `unsent`. */
async function* readInput(storage: Storage, storageKey: string): AsyncGenerator<Uint8Array> {
  try {
    yield* storage.read(storageKey);
  } catch (cause) {
    throw unsent(cause);
  }
}
