import { createHash } from "node:crypto";

import { AppError } from "#domain/errors.ts";
import type { ProviderHandle } from "#domain/generation.ts";

import type { AdapterRequest, ProviderAdapter, ProviderCall } from "./adapter.ts";

/** A key that was refused is left alone this long; one that was told to wait, as long as it was told. */
const refusedMs = 600_000;
const limitedMs = 5_000;

/** Beside the adapter's own fields: which key made the request. Never the key itself. */
const fingerprintField = "keyFingerprint";

/**
 * An adapter whose provider has several keys, separated by commas in its setting. Requests take turns;
 * a key that was refused or limited rests, in this process. Questions go with the key that made the
 * request, because others may belong to other accounts; lookups ask all. `isPinned`: the provider
 * knows a repeated request by our idempotency key, but only in the account that it came to first, so
 * a request goes with one and the same key whatever becomes of it. A key of an organization comes alone,
 * and leaves nothing behind here.
 */
export function withKeys(
  adapter: ProviderAdapter,
  { isPinned = false }: { isPinned?: boolean } = {},
): ProviderAdapter {
  const restingUntil = new Map<string, number>();
  let turn = 0;

  const take = (keys: readonly string[]): string => {
    const ordered = [...keys.slice(turn % keys.length), ...keys.slice(0, turn % keys.length)];
    turn += 1;
    const until = (key: string) => restingUntil.get(key) ?? 0;
    const awake = ordered.find((key) => until(key) <= Date.now());
    return awake ?? ordered.toSorted((left, right) => until(left) - until(right))[0] ?? "";
  };
  const note = (key: string, error: unknown): void => {
    const restMs = restFor(error);
    if (restMs > 0) restingUntil.set(key, Date.now() + restMs);
  };
  const isAwake = (key: string) => (restingUntil.get(key) ?? 0) <= Date.now();

  async function send<Answer>(
    call: ProviderCall,
    key: string,
    action: (call: ProviderCall) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await action({ ...call, credential: key });
    } catch (error) {
      if (call.isOwnKey !== true) note(key, error);
      throw error;
    }
  }

  /** The key that made a request is the one whose question is answered. */
  async function findOwner(
    keys: readonly string[],
    {
      requestId,
      request,
      call,
    }: { requestId: string; request: AdapterRequest; call: ProviderCall },
  ): Promise<string | undefined> {
    for (const key of keys) {
      const own = { ...call, credential: key };
      const handle = await adapter.recover?.(requestId, request, own);
      const isKnown = await send(call, key, async (mine) =>
        handle === undefined ? undefined : adapter.poll?.(handle, mine),
      ).then(
        () => true,
        () => false,
      );
      if (isKnown) return key;
    }
    return keys[0];
  }

  const poll = adapter.poll?.bind(adapter);
  const cancel = adapter.cancel?.bind(adapter);
  const lookup = adapter.lookup?.bind(adapter);
  const recover = adapter.recover?.bind(adapter);
  const sendsWord = adapter.sendsWord?.bind(adapter);
  return {
    async submit(request, call) {
      const keys = keysOf(call);
      const key = isPinned ? pinnedKey(keys, call) : take(keys);
      try {
        const answer = await send(call, key, async (own) =>
          adapter.submit(request, { ...own, ...announcing(call, key) }),
        );
        return answer.state === "accepted"
          ? { ...answer, handle: withFingerprint(answer.handle, key, call) }
          : answer;
      } catch (error) {
        // Certainly nothing was made, and another key can be tried at once.
        const others = keys.filter((each) => each !== key);
        if (isPinned || restFor(error) === 0 || !others.some(isAwake)) throw error;
        throw new AppError("provider_overloaded", {
          details: { retryAfterSeconds: 0 },
          cause: error,
        });
      }
    },
    async checkHealth(call) {
      let failure: unknown;
      for (const key of keysOf(call)) {
        try {
          await send(call, key, async (own) => adapter.checkHealth(own));
          return;
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    ...(poll === undefined
      ? {}
      : {
          async poll(handle, call) {
            const { key, own } = split(handle, call);
            const answer = await send(call, key, async (mine) => poll(own, mine));
            return answer.state === "running" && answer.handle !== undefined
              ? { ...answer, handle: withFingerprint(answer.handle, key, call) }
              : answer;
          },
        }),
    ...(cancel === undefined
      ? {}
      : {
          async cancel(handle, call) {
            const { key, own } = split(handle, call);
            await send(call, key, async (mine) => cancel(own, mine));
          },
        }),
    ...(lookup === undefined
      ? {}
      : {
          async lookup(idempotencyKey, call) {
            for (const key of keysOf(call)) {
              const found = await send(call, key, async (own) => lookup(idempotencyKey, own));
              if (found !== null) return withFingerprint(found, key, call);
            }
            return null;
          },
        }),
    ...(sendsWord === undefined ? {} : { sendsWord }),
    ...(recover === undefined
      ? {}
      : {
          async recover(requestId, request, call) {
            const keys = keysOf(call);
            const key =
              keys.length === 1 ? keys[0] : await findOwner(keys, { requestId, request, call });
            return withFingerprint(await recover(requestId, request, call), key ?? "", call);
          },
        }),
  };
}

function keysOf({ credential }: Pick<ProviderCall, "credential">): readonly string[] {
  const keys = credential.split(",").flatMap((key) => key.trim() || []);
  return keys.length === 0 ? [""] : keys;
}

/** Spreads requests over the keys; a key that is added or taken out moves no request of the others. */
function pinnedKey(keys: readonly string[], { idempotencyKey }: ProviderCall): string {
  const weightOf = (key: string) => fingerprintOf(`${key} ${idempotencyKey}`);
  return keys.reduce((best, key) => (weightOf(key) > weightOf(best) ? key : best));
}

/** Zero: the key is fine. */
function restFor(error: unknown): number {
  if (!(error instanceof AppError)) return 0;
  switch (error.code as string) {
    case "provider_credential_invalid":
    case "provider_balance_empty":
      return refusedMs;
    case "provider_rate_limited": {
      const seconds = error.details["retryAfterSeconds"];
      return typeof seconds === "number" ? Math.min(seconds * 1_000, refusedMs) : limitedMs;
    }
    default:
      return 0;
  }
}

function announcing(call: ProviderCall, key: string): Pick<ProviderCall, "announce"> {
  const { announce } = call;
  if (announce === undefined) return {};
  return {
    announce: async ({ handle, ...rest }) =>
      announce({ ...rest, handle: withFingerprint(handle, key, call) }),
  };
}

/** Of an organization's own key the row of the submission knows, and nothing is kept of its value. */
function withFingerprint(
  handle: ProviderHandle,
  key: string,
  { isOwnKey }: Pick<ProviderCall, "isOwnKey">,
): ProviderHandle {
  return isOwnKey === true ? handle : { ...handle, [fingerprintField]: fingerprintOf(key) };
}

function fingerprintOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}

/** A key that was taken out of the setting was replaced, as a rule, by another of the same account. */
function split(handle: ProviderHandle, call: ProviderCall): { key: string; own: ProviderHandle } {
  const { [fingerprintField]: fingerprint, ...own } = handle;
  const keys = keysOf(call);
  const key = keys.find((each) => fingerprintOf(each) === fingerprint) ?? keys[0] ?? "";
  return { key, own };
}
