import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderCall } from "#activities/providers/adapter.ts";
import { findToldRequest } from "#db/providers/provider-events.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { toAdapterRequest, type GenerationContext } from "./generation-context.ts";

/** What a provider has told by webhook of a request whose answer was lost; null: nothing. */
export async function recoverHandle(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  call: ProviderCall,
): Promise<{ handle: ProviderHandle; requestId: string } | null> {
  const { adapter, em, submission } = context;
  if (adapter.recover === undefined) return null;
  const requestId = await findToldRequest(em, submission.id);
  if (requestId === null) return null;
  const request = toAdapterRequest(context, dependencies);
  return { handle: await adapter.recover(requestId, request, call), requestId };
}
