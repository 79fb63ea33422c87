import { expect, test } from "vitest";

import { clientAddressOf, networkOf } from "./client-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["nonsense", "unknown"],
  [undefined, "unknown"],
])("maps %s to %s", (address, expected) => {
  expect(clientAddressOf(address)).toBe(expected);
});

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["nonsense", "unknown"],
])("maps %s to the network %s", (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});
