import { afterEach, expect, test } from "vitest";

import { plainBehaviour } from "./behaviours.ts";
import { type FakeProvider, isBilled, sha256Of, startFakeProvider } from "./fake-provider.ts";
import { createJournal } from "./journal.ts";
import { type ChaosProvider, chaosProviders } from "./providers.ts";

const providers: FakeProvider[] = [];

afterEach(async () => {
  await Promise.all(providers.splice(0).map(async (provider) => provider.close()));
});

async function start(providerClass: ChaosProvider["class"]): Promise<FakeProvider> {
  const provider = chaosProviders.find((each) => each.class === providerClass);
  if (provider === undefined) throw new Error(`no provider of class ${providerClass}`);
  const fake = await startFakeProvider(provider, createJournal());
  providers.push(fake);
  return fake;
}

async function post(
  { provider, url }: FakeProvider,
  {
    account,
    behaviour = plainBehaviour.name,
    key = "key",
  }: { account: string; behaviour?: string; key?: string },
): Promise<{ id?: string; file?: string }> {
  const path = provider.class === "sync" ? "pictures" : "generations";
  const response = await fetch(`${url}/worker-1/${account}/v1/${path}`, {
    method: "POST",
    headers: { "idempotency-key": key },
    body: JSON.stringify({ prompt: `a fox, behaviour ${behaviour}` }),
  });
  return response.json() as Promise<{ id?: string; file?: string }>;
}

test("a provider of class key scopes an idempotency key to one account", async () => {
  const fake = await start("key");

  const first = await post(fake, { account: "a" });
  expect((await post(fake, { account: "a" })).id).toBe(first.id);
  expect((await post(fake, { account: "b" })).id).not.toBe(first.id);

  expect(fake.made.map(({ account }) => account)).toEqual(["a", "b"]);
});

test("a provider without idempotency generates for each request", async () => {
  const fake = await start("none");

  await post(fake, { account: "a" });
  await post(fake, { account: "a" });

  expect(fake.made).toHaveLength(2);
});

test("a check of requests generates nothing", async () => {
  const fake = await start("key");

  const response = await fetch(`${fake.url}/api-1/v1/checks`, {
    method: "POST",
    body: JSON.stringify({ requests: [{ prompt: "a fox" }] }),
  });

  expect(await response.json()).toEqual({ data: [{ issues: [] }] });
  expect(fake.made).toEqual([]);
  expect([...fake.log]).toEqual([]);
});

test("a request whose response is lost is generated and billed", async () => {
  const fake = await start("sync");

  await expect(post(fake, { account: "a", behaviour: "lost" })).rejects.toThrow("fetch failed");

  expect(fake.made).toMatchObject([{ answered: [] }]);
  expect(fake.made.every(isBilled)).toBe(true);
});

test("a synchronous response contains the file, with a different hash for each generation", async () => {
  const fake = await start("sync");

  await post(fake, { account: "a" });
  const { file = "" } = await post(fake, { account: "a" });

  const [first, second] = fake.made;
  if (first === undefined || second === undefined) throw new Error("nothing was made");
  expect(Buffer.from(file, "base64").toString("latin1")).toContain(second.id);
  expect(sha256Of(first)).not.toBe(sha256Of(second));
});

test("a calm provider treats new requests as plain, and earlier ones by their behaviour", async () => {
  const fake = await start("none");
  const twice = { account: "a", behaviour: "lost twice" };
  await expect(post(fake, twice)).rejects.toThrow("fetch failed");

  fake.calmDown();

  await expect(post(fake, twice)).rejects.toThrow("fetch failed");
  expect(await post(fake, { ...twice, key: "another" })).toHaveProperty("id");
});
