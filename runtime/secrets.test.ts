import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { loadConfig } from "#config.ts";

import { loadSigningSecret } from "./secrets.ts";

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "gme-secret-"));
});

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

test("processes with the same data folder get the same secret, even when they start together", async () => {
  const folder = join(parent, "shared", "data");
  const config = loadConfig({ DATA_DIR: folder });

  const secrets = await Promise.all(
    Array.from({ length: 8 }, async () => loadSigningSecret(config)),
  );

  expect(new Set(secrets.map(({ current }) => current)).size).toBe(1);
  expect(secrets[0]?.current.length).toBeGreaterThanOrEqual(32);
  expect(await loadSigningSecret(config)).toEqual(secrets[0]);
  expect(await readdir(folder)).toEqual(["signing-secret"]);
});

test("only the owner can read the file", async () => {
  const folder = join(parent, "private");
  await loadSigningSecret(loadConfig({ DATA_DIR: folder }));

  expect((await stat(join(folder, "signing-secret"))).mode & 0o777).toBe(0o600);
});

test("two data folders have different secrets", async () => {
  const [first, second] = await Promise.all(
    ["one", "two"].map(async (name) =>
      loadSigningSecret(loadConfig({ DATA_DIR: join(parent, name) })),
    ),
  );

  expect(first?.current).not.toBe(second?.current);
});

test("a configured secret is used, and no file is written", async () => {
  const folder = join(parent, "unused");
  const secret = "a secret of at least thirty-two characters";

  const config = loadConfig({
    DATA_DIR: folder,
    SIGNING_SECRET: secret,
    SIGNING_SECRETS_OTHER: `${secret}!, ${secret}?`,
  });

  expect(await loadSigningSecret(config)).toEqual({
    current: secret,
    others: [`${secret}!`, `${secret}?`],
  });
  await expect(readdir(folder)).rejects.toMatchObject({ code: "ENOENT" });
});
