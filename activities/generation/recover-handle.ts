import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderCall } from "#activities/providers/adapter.ts";
import { findToldRequest } from "#db/providers/provider-events.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { toAdapterRequest, type GenerationContext } from "./generation-context.ts";

/**
 * Finds the handle of a request whose response was lost, from the provider's webhooks. Null without a
 * webhook.
 */
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
