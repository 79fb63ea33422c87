import { expect, test } from "vitest";

import { createVault } from "./vault.ts";

const first = "the first master key, long enough for this";
const second = "the second master key, long enough as well";
const place = { purpose: "test", owner: "row_1" };

test("a vault with one key writes bytes that vaults of former versions can open", () => {
  const sealed = createVault(first).seal("secret", place);

  expect(sealed[0]).toBe(1);
  expect(createVault(first).currentPrefix).toBeNull();
  expect(createVault(first).open(sealed, place)).toBe("secret");
});

test("in each step of a rotation every process opens what any other process has sealed", () => {
  const before = createVault(first);
  const prepared = createVault(first, [second]);
  const rotated = createVault(second, [first]);
  const after = createVault(second);
  for (const [writer, reader] of [
    [before, prepared],
    [prepared, rotated],
    [rotated, prepared],
    [before, rotated],
    [rotated, after],
    [after, rotated],
  ] as const) {
    expect(reader.open(writer.seal("secret", place), place)).toBe("secret");
  }
  expect(() => after.open(prepared.seal("secret", place), place)).toThrow("not configured");
  expect(() => after.open(before.seal("secret", place), place)).toThrow("unable to authenticate");
});

test("bytes name the key that sealed them during a rotation", () => {
  const prepared = createVault(first, [second]);
  const rotated = createVault(second, [first]);

  const sealed = rotated.seal("secret", place);

  expect(sealed.subarray(0, 5)).toEqual(rotated.currentPrefix);
  expect(sealed.subarray(0, 5)).not.toEqual(prepared.currentPrefix);
  expect(sealed.includes(second)).toBe(false);
});

test("sealed bytes cannot be moved to another row, nor changed", () => {
  const vault = createVault(first, [second]);
  const sealed = vault.seal("secret", place);

  expect(() => vault.open(sealed, { ...place, owner: "row_2" })).toThrow("unable to authenticate");
  sealed[sealed.length - 1]! ^= 1;
  expect(() => vault.open(sealed, place)).toThrow("unable to authenticate");
});

test("a hash that another process has derived during a rotation is among those of all keys", () => {
  const [current, other] = createVault(second, [first]).deriveAll("token", "test");

  expect(current).toEqual(createVault(second).derive("token", "test"));
  expect(other).toEqual(createVault(first).derive("token", "test"));
});
