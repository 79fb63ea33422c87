import { expect, test } from "vitest";

import { isRefusedHost } from "./refused-hosts.ts";

test.each([
  "169.254.169.254",
  "[fe80::1]",
  "[::ffff:169.254.169.254]",
  "[fd00:ec2::254]",
  "168.63.129.16",
  "100.100.100.200",
  "metadata.google.internal",
  "METADATA.google.internal.",
  "metadata",
])("%s is refused, because a cloud serves credentials there", (host) => {
  expect(isRefusedHost(host)).toBe(true);
});

test.each(["10.0.0.7", "127.0.0.1", "192.168.1.4", "[fd12::7]", "localhost", "gpu.internal"])(
  "%s may be an own server",
  (host) => {
    expect(isRefusedHost(host)).toBe(false);
  },
);
