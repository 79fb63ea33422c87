import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createHttpServer, drainServer } from "#api/http-server.ts";

let server: ReturnType<typeof createHttpServer>;

beforeAll(async () => {
  const windows = {
    spend: async () => ({ limit: 10, spent: 1, resetsAt: 1_900_000_000 }),
  };
  server = createHttpServer(
    (request, response) => {
      void text(request).then(
        (body) => response.end(body),
        () => undefined,
      );
    },
    {
      windows: windows as never,
      limit: 10,
      publicUrl: "http://engine.test",
      timeouts: { requestMs: 400, uploadMs: 60_000 },
    },
  );
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(async () => drainServer(server, { timeoutMs: 100 }));

function begin(contentType: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    `POST / HTTP/1.1\r\nHost: engine.test\r\nContent-Type: ${contentType}\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhalf `,
  );
  return { socket, answer: text(socket) };
}

test("a body that takes too long is answered 408, and an upload may take longer", async () => {
  const upload = begin("multipart/form-data; boundary=x");

  const json = await begin("application/json").answer;
  // The same time has passed for the upload.
  upload.socket.write("whole");
  const answer = await upload.answer;

  expect(json).toMatch(/^HTTP\/1\.1 408 /);
  expect(json).toContain("application/problem+json");
  expect(json).toContain("X-RateLimit-Limit: 10");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain("half whole");
});
