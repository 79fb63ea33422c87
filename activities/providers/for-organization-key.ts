import { toOrganizationKeyError } from "#domain/providers/organization-key.ts";

import type { ProviderAdapter } from "./adapter.ts";

/**
 * Wraps an adapter that is called with an organization-provided key. Errors of the account are reported as
 * the organization's.
 */
export function forOrganizationKey(adapter: ProviderAdapter): ProviderAdapter {
  const poll = adapter.poll?.bind(adapter);
  const cancel = adapter.cancel?.bind(adapter);
  const lookup = adapter.lookup?.bind(adapter);
  const recover = adapter.recover?.bind(adapter);
  const sendsWord = adapter.sendsWord?.bind(adapter);
  return {
    submit: asOwn(adapter.submit.bind(adapter)),
    checkHealth: asOwn(adapter.checkHealth.bind(adapter)),
    ...(poll === undefined ? {} : { poll: asOwn(poll) }),
    ...(cancel === undefined ? {} : { cancel: asOwn(cancel) }),
    ...(lookup === undefined ? {} : { lookup: asOwn(lookup) }),
    ...(recover === undefined ? {} : { recover: asOwn(recover) }),
    ...(sendsWord === undefined ? {} : { sendsWord }),
  };
}

function asOwn<Given extends unknown[], Answer>(
  act: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    try {
      return await act(...given);
    } catch (error) {
      throw toOrganizationKeyError(error);
    }
  };
}
