import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.pipe(socket);
});
let proxy: TcpProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await startTcpProxy(server.address() as AddressInfo);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  server.close();
  await once(server, "close");
});

async function connectClient(port = proxy.port): Promise<Socket> {
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  clients.push(client);
  await once(client, "connect");
  return client;
}

async function echo(client: Socket, text: string): Promise<string> {
  client.write(text);
  return String((await once(client, "data"))[0]);
}

test("a stalled connection delivers everything once it forwards again", async () => {
  const client = await connectClient();
  expect(await echo(client, "before")).toBe("before");

  await proxy.setMode("stall");
  const answer = once(client, "data");
  client.write("during");
  const late = await connectClient();
  const lateAnswer = once(late, "data");
  late.write("new");
  let answers = 0;
  for (const one of [client, late]) one.on("data", () => (answers += 1));
  // The direct connection is fast: had the proxy forwarded anything, it would have arrived by now.
  const direct = await connectClient((server.address() as AddressInfo).port);
  for (let round = 0; round < 20; round += 1) await echo(direct, "direct");
  expect(answers).toBe(0);

  await proxy.setMode("forward");
  expect(String((await answer)[0])).toBe("during");
  expect(String((await lateAnswer)[0])).toBe("new");
});

test("a refusing proxy breaks connections, refuses new ones, and recovers on its port", async () => {
  const client = await connectClient();
  const closed = once(client, "close");

  await proxy.setMode("refuse");
  await closed;
  await expect(connectClient()).rejects.toThrow("ECONNREFUSED");

  await proxy.setMode("forward");
  expect(await echo(await connectClient(), "again")).toBe("again");
});

test("an abandoned connection stays open and silent while new ones work", async () => {
  const client = await connectClient();
  await echo(client, "before");
  let ended = false;
  for (const event of ["close", "data"]) client.on(event, () => (ended = true));

  proxy.abandonConnections();
  client.write("lost");

  expect(await echo(await connectClient(), "new")).toBe("new");
  expect(ended).toBe(false);
});
