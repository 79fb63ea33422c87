import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { beforeAll, expect, test } from "vitest";

import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database, {
  settings: {
    connectionsOfAddressMax: 30,
    providerSettings: { OPENAI_WEBHOOK_SECRET: "whsec_c2VjcmV0" },
  },
  timeouts: { requestMs: 400, uploadMs: 60_000 },
});

let key: string;

beforeAll(async () => {
  ({ key } = await createOrganization(database.orm));
});

interface Sender {
  readonly socket: Socket;
  /** Everything received until the connection ends. */
  readonly response: Promise<string>;
}

/** Sends the head of a POST and the first bytes of a longer announced body. */
function begin(
  path: string,
  {
    url = api.url,
    type = "application/json",
    headers = [] as string[],
    body = Buffer.from("{"),
    bytes = 10,
  } = {},
): Sender {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: engine.test",
    `Content-Type: ${type}`,
    `Content-Length: ${bytes}`,
    "Connection: close",
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return { socket, response: text(socket).catch(() => "") };
}

const form = "multipart/form-data; boundary=x";

test.each([
  ["JSON", "/v1/auth/login", "application/json"],
  ["a form that the route does not take", "/v1/auth/login", form],
  ["a webhook that calls itself a form", "/provider-webhooks/openai", form],
])("a body that takes too long is refused: %s", async (_name, path, type) => {
  const response = await begin(path, { type }).response;

  expect(response).toMatch(/^HTTP\/1\.1 (408|415) /);
  expect(response).toContain("application/problem+json");
  expect(response).toContain("X-RateLimit-Limit: ");
});

test("an upload with a credential may take longer", async () => {
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const rest = "no media\r\n--x--\r\n";
  const upload = begin("/v1/assets", {
    type: form,
    headers: [`X-API-Key: ${key}`],
    body: Buffer.from(start),
    bytes: start.length + rest.length,
  });

  // In this time the API has refused a slow body of another route.
  await begin("/v1/auth/login").response;
  upload.socket.write(rest);

  expect(await upload.response).toMatch(/^HTTP\/1\.1 422 /);
});

test.each(["/provider-webhooks/nobody/x", "/provider-webhooks/fal/x", "/provider-webhooks/nobody"])(
  "a webhook at an unknown URL is refused before its body arrives: %s",
  async (path) => {
    const response = await begin(path, { bytes: 1_000_000 }).response;

    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(response).toContain("callback_unknown");
  },
);

test("anonymous senders from one IP address keep a bounded number of bytes in memory", async () => {
  const patient = await startApi(database, { settings: api.settings });
  const bytes = 1_048_576;
  const responses: string[] = [];
  const senders = Array.from({ length: 20 }, () =>
    begin("/provider-webhooks/openai", {
      url: patient.url,
      body: Buffer.alloc(bytes - 1, 0x20),
      bytes,
    }),
  );
  const receive = async ({ response }: Sender) => responses.push(await response);
  for (const sender of senders) void receive(sender);
  const refused = () =>
    responses.filter((response) => response.includes('"code":"overloaded"')).length;

  // 16 MiB hold the bodies of slightly more than 16 senders.
  await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);

  for (const { socket } of senders) socket.destroy();
  await patient.close();
});

test("one IP address has a bounded number of connections, and may open new ones after closing some", async () => {
  const port = Number(new URL(api.url).port);
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve));
      return socket;
    }),
  );
  const isOpen = (socket: Socket) => !socket.destroyed && socket.readable;
  for (const socket of sockets) socket.resume();

  await expect
    .poll(() => sockets.filter(isOpen).length, { timeout: 20_000 })
    .toBeLessThanOrEqual(30);
  for (const socket of sockets) socket.destroy();

  await expect
    .poll(
      async () =>
        fetch(`${api.url}/v1/plans`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(401);
});
