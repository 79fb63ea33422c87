import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { listen } from "./listen.ts";

test("a taken port is reported in one sentence with the port and the setting", async () => {
  const first = createServer();
  onTestFinished(() => void first.close());
  await listen(first, { host: "127.0.0.1", port: 0 });
  const { port } = first.address() as AddressInfo;

  await expect(
    listen(createServer(), { host: "127.0.0.1", port, setting: "INTERNAL_PORT" }),
  ).rejects.toThrow(`Port ${port} is taken by another program; set INTERNAL_PORT to another one.`);
});
