import { expect, test } from "vitest";

import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { ProviderHandle } from "#domain/generation.ts";

import type { AdapterRequest, ProviderAdapter, ProviderCall } from "./adapter.ts";
import { withKeys } from "./with-keys.ts";

const call: ProviderCall = {
  baseUrl: "http://127.0.0.1:9",
  credential: "key-one, key-two",
  idempotencyKey: "k",
  signal: AbortSignal.timeout(60_000),
};
const request = {} as AdapterRequest;

/** Notes with which key each call came; `refuse` says which key is answered which error. */
function recording(
  refuse: Readonly<Record<string, ErrorCode>> = {},
  options: Parameters<typeof withKeys>[1] = {},
) {
  const used: string[] = [];
  const use = ({ credential }: ProviderCall): void => {
    used.push(credential);
    const code = refuse[credential];
    if (code !== undefined) throw new AppError(code);
  };
  const adapter: ProviderAdapter = {
    async submit(_request, own) {
      use(own);
      return { state: "accepted", handle: { id: own.credential } };
    },
    async poll(handle, own) {
      use(own);
      expect(handle).not.toHaveProperty("keyFingerprint");
      return { state: "running", handle: { id: "changed" } };
    },
    async cancel(_handle, own) {
      use(own);
    },
    async lookup(_key, own) {
      use(own);
      return own.credential === "key-two" ? { id: "found" } : null;
    },
    async checkHealth(own) {
      use(own);
    },
  };
  return { used, adapter: withKeys(adapter, options) };
}

async function handleOf(adapter: ProviderAdapter) {
  const answer = await adapter.submit(request, call);
  if (answer.state !== "accepted") throw new Error("not accepted");
  return answer.handle;
}

test("keys take turns", async () => {
  const { adapter, used } = recording();

  for (let turn = 0; turn < 4; turn += 1) await adapter.submit(request, call);

  expect(used).toEqual(["key-one", "key-two", "key-one", "key-two"]);
});

test("a request is asked about with the key that made it, and no handle has a key in it", async () => {
  const { adapter, used } = recording();
  await handleOf(adapter);
  const second = await handleOf(adapter);

  const answer = await adapter.poll?.(second, call);
  await adapter.cancel?.(second, call);

  expect(used.slice(2)).toEqual(["key-two", "key-two"]);
  expect(answer).toMatchObject({
    handle: { id: "changed", keyFingerprint: second["keyFingerprint"] },
  });
  expect(second["keyFingerprint"]).toMatch(/^[0-9a-f]{12}$/);
});

test("what is announced before its paid step is asked about with the key that will make it", async () => {
  const announced: ProviderHandle[] = [];
  const adapter = withKeys({
    async submit(_request, own) {
      await own.announce?.({ handle: { id: "early" }, providerRequestId: "early" });
      return { state: "accepted", handle: { id: "late" } };
    },
    checkHealth: async () => {},
  });
  const announcing: ProviderCall = {
    ...call,
    async announce({ handle }) {
      announced.push(handle);
      return { sendBefore: 0 };
    },
  };

  const answer = await adapter.submit(request, announcing);

  if (answer.state !== "accepted") throw new Error("not accepted");
  expect(announced).toEqual([{ ...answer.handle, id: "early" }]);
  expect(announced[0]?.["keyFingerprint"]).toMatch(/^[0-9a-f]{12}$/);
});

test.each([
  "provider_credential_invalid",
  "provider_balance_empty",
  "provider_rate_limited",
] as const)(
  "a key that meets %s rests, and the request goes again with the other",
  async (code) => {
    const { adapter, used } = recording({ "key-one": code });

    const refused = adapter.submit(request, call);
    await expect(refused).rejects.toMatchObject({ code: "provider_overloaded" });
    for (let turn = 0; turn < 3; turn += 1) await adapter.submit(request, call);

    expect(used).toEqual(["key-one", "key-two", "key-two", "key-two"]);
  },
);

test("an organization's key is told its own errors, leaves no trace, and does not rest for others", async () => {
  const { adapter, used } = recording({ "key-one": "provider_credential_invalid" });
  const own = { ...call, isOwnKey: true };

  for (const credential of ["key-one", "key-one"]) {
    await expect(adapter.submit(request, { ...own, credential })).rejects.toMatchObject({
      code: "provider_credential_invalid",
    });
  }
  const answer = await adapter.submit(request, { ...own, credential: "key-three" });
  expect(answer).toEqual({ state: "accepted", handle: { id: "key-three" } });
  await adapter.poll?.({ id: "key-three" }, { ...own, credential: "key-three" });

  // Among ours it still has its turn.
  await adapter.submit(request, call);
  await expect(adapter.submit(request, call)).rejects.toMatchObject({
    code: "provider_overloaded",
  });
  expect(used.slice(-2)).toEqual(["key-two", "key-one"]);
});

test("when no key is left, the provider's own error is told", async () => {
  const { adapter } = recording({
    "key-one": "provider_balance_empty",
    "key-two": "provider_balance_empty",
  });

  await expect(adapter.submit(request, call)).rejects.toMatchObject({
    code: "provider_overloaded",
  });
  await expect(adapter.submit(request, call)).rejects.toMatchObject({
    code: "provider_balance_empty",
  });
});

test("an unknown outcome says nothing of the key, and is never tried with another", async () => {
  const { adapter, used } = recording({ "key-one": "provider_outcome_unknown" });

  await expect(adapter.submit(request, call)).rejects.toMatchObject({
    code: "provider_outcome_unknown",
  });
  expect(used).toEqual(["key-one"]);
});

test("where only its account knows a request, it goes with the same key whatever happens", async () => {
  const codes = { "key-one": "provider_rate_limited", "key-two": "provider_rate_limited" } as const;
  const { adapter, used } = recording(codes, { isPinned: true });
  const requests = Array.from({ length: 16 }, (_, at) => `job_${at}:main:1`);

  for (const idempotencyKey of [...requests, ...requests]) {
    await expect(adapter.submit(request, { ...call, idempotencyKey })).rejects.toMatchObject({
      code: "provider_rate_limited",
    });
  }

  expect(used.slice(16)).toEqual(used.slice(0, 16));
  expect(new Set(used)).toEqual(new Set(["key-one", "key-two"]));
});

test("a lost request is looked for with every key", async () => {
  const { adapter, used } = recording();

  const handle = await adapter.lookup?.("k", call);

  expect(handle).toMatchObject({ id: "found" });
  expect(used).toEqual(["key-one", "key-two"]);
});

test("a provider is well when one of its keys is", async () => {
  const { adapter } = recording({ "key-one": "provider_credential_invalid" });

  await expect(adapter.checkHealth(call)).resolves.toBeUndefined();
});

test("an adapter that cannot poll, stop or look up cannot do so with keys either", () => {
  const adapter = withKeys({
    submit: async () => ({ state: "accepted", handle: {} }),
    checkHealth: async () => undefined,
  });

  expect(Object.keys(adapter).toSorted()).toEqual(["checkHealth", "submit"]);
});

test("a request that a webhook told of is asked about with the key that knows it", async () => {
  const adapter = withKeys({
    submit: async () => ({ state: "accepted", handle: {} }),
    async poll(_handle, { credential }) {
      if (credential === "key-one") throw new AppError("provider_result_expired");
      return { state: "running", handle: { id: credential } };
    },
    recover: async (requestId) => ({ id: requestId }),
    checkHealth: async () => undefined,
  });

  const handle = await adapter.recover?.("r-1", request, call);

  expect(handle).toMatchObject({ id: "r-1" });
  expect(await adapter.poll?.(handle ?? {}, call)).toMatchObject({ handle: { id: "key-two" } });
});
