import http, {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";

import { fetchUntrusted } from "./fetch-untrusted.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin = "";
let port = 0;
let requests: string[] = [];
let answer: Handler;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ({ port } = server.address() as AddressInfo);
  origin = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  requests = [];
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end("hello");
  };
});

const asking = { requester: "org_test", signal: new AbortController().signal };

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

describe("a URL in a private or special network is refused", () => {
  test.each([
    ["this host", "127.0.0.1"],
    ["this host, another of its addresses", "127.8.9.1"],
    ["this host by name", "localhost"],
    ["this host in decimal", "2130706433"],
    ["this host in hexadecimal", "0x7f000001"],
    ["this host in octal", "0177.0.0.1"],
    ["this host in short", "127.1"],
    ["this host in mixed notation", "0x7f.0.0.01"],
    ["no host", "0.0.0.0"],
    ["no host in short", "0"],
    ["a private network of class A", "10.1.2.3"],
    ["a private network of class B", "172.16.0.1"],
    ["the end of that network", "172.31.255.255"],
    ["a private network of class C", "192.168.1.1"],
    ["the cloud's metadata", "169.254.169.254"],
    ["the metadata of Alibaba Cloud", "100.100.100.200"],
    ["the metadata of Oracle Cloud", "192.0.0.192"],
    ["the WireServer of Azure", "168.63.129.16"],
    ["the WireServer of Azure, in decimal", "2822734096"],
    ["the WireServer of Azure mapped to IPv6", "[::ffff:a83f:8110]"],
    ["a carrier's network", "100.64.0.1"],
    ["the end of that network", "100.127.255.255"],
    ["benchmarks", "198.18.0.1"],
    ["protocol assignments", "192.0.0.1"],
    ["documentation", "203.0.113.7"],
    ["multicast", "224.0.0.1"],
    ["the future", "240.0.0.1"],
    ["everybody", "255.255.255.255"],
    ["this host in IPv6", "[::1]"],
    ["no host in IPv6", "[::]"],
    ["this host mapped to IPv6", "[::ffff:127.0.0.1]"],
    ["this host mapped to IPv6, in hexadecimal", "[::ffff:7f00:1]"],
    ["a private network mapped to IPv6", "[::ffff:10.0.0.1]"],
    ["this host translated to IPv6", "[::ffff:0:127.0.0.1]"],
    ["this host compatible with IPv6", "[::127.0.0.1]"],
    ["this host behind NAT64", "[64:ff9b::127.0.0.1]"],
    ["a public host behind NAT64", "[64:ff9b::8.8.8.8]"],
    ["this host behind local NAT64", "[64:ff9b:1::7f00:1]"],
    ["this host behind 6to4", "[2002:7f00:1::]"],
    ["a public host behind 6to4", "[2002:808:808::1]"],
    ["Teredo", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]"],
    ["a link-local network in IPv6", "[fe80::1]"],
    ["a unique local network", "[fd00::1]"],
    ["the metadata of AWS in IPv6", "[fd00:ec2::254]"],
    ["the metadata of Google Cloud in IPv6", "[fd20:ce::254]"],
    ["a site-local network", "[fec0::1]"],
    ["multicast in IPv6", "[ff02::1]"],
    ["documentation in IPv6", "[2001:db8::1]"],
    ["a network that nobody was given", "[4000::1]"],
  ])("%s: %s", async (_, host) => {
    await expect(fetchUntrusted(`http://${host}:${port}/`, asking)).rejects.toMatchObject({
      code: "input_address_refused",
    });
    expect(requests).toEqual([]);
  });
});

test.each(["http://8.8.8.8:1/", "http://[2606:4700:4700::1111]:1/"])(
  "a public URL is not refused: %s",
  async (address) => {
    // Aborted before a connection is made: the IP address is checked earlier.
    const aborted = AbortSignal.abort(new Error("enough"));

    await expect(fetchUntrusted(address, { ...asking, signal: aborted })).rejects.toThrow("enough");
  },
);

test.each([
  ["file:///etc/passwd"],
  ["ftp://example.org/a"],
  ["gopher://127.0.0.1:6379/"],
  ["data:text/plain,hello"],
  ["not an address"],
  ["//127.0.0.1/"],
])("only http and https are fetched, not %s", async (address) => {
  await expect(fetchUntrusted(address, { ...asking, allowPrivate: true })).rejects.toMatchObject({
    code: "input_address_refused",
  });
});

test.each(["name@", "name:password@", ":password@"])(
  "a URL with credentials (%s) is refused, even for a trusted origin",
  async (credentials) => {
    const address = `http://${credentials}127.0.0.1:${port}/`;

    await expect(
      fetchUntrusted(address, { ...asking, trustedOrigin: origin }),
    ).rejects.toMatchObject({
      code: "input_address_refused",
    });
    expect(requests).toEqual([]);
  },
);

describe("a trusted origin", () => {
  test("may be in a private network", async () => {
    const { body, contentType } = await fetchUntrusted(`${origin}/file?a=1`, {
      ...asking,
      trustedOrigin: origin,
    });

    expect(await readText(body)).toBe("hello");
    expect(contentType).toBe("text/plain");
    expect(requests).toEqual(["/file?a=1"]);
  });

  test("is exactly that origin: not another port, scheme, name or prefix", async () => {
    const trusted = [
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      origin.slice(0, -1),
      `${origin}/`,
      "http://127.0.0.1",
      "",
    ];

    for (const trustedOrigin of trusted) {
      await expect(
        fetchUntrusted(`${origin}/`, { ...asking, trustedOrigin }),
      ).rejects.toMatchObject({
        code: "input_address_refused",
      });
    }
    expect(requests).toEqual([]);
  });

  test("does not include a host whose name begins like it", async () => {
    await expect(
      fetchUntrusted(`http://127.0.0.1.localhost:${port}/`, {
        ...asking,
        trustedOrigin: "http://127.0.0.1",
      }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(address_refused|invalid)$/),
    });
    expect(requests).toEqual([]);
  });
});

test("private IP addresses can be allowed for closed networks", async () => {
  const { body } = await fetchUntrusted(`${origin}/`, { ...asking, allowPrivate: true });

  expect(await readText(body)).toBe("hello");
});

test("the connection uses the IP address that was checked", async () => {
  const { body } = await fetchUntrusted(`http://localhost:${port}/`, {
    ...asking,
    trustedOrigin: `http://localhost:${port}`,
  });

  expect(await readText(body)).toBe("hello");
});

test("a proxy from the environment is not used, because it would resolve the name again", async () => {
  const usual = http.globalAgent;
  // The effect of NODE_USE_ENV_PROXY=1 on the global agent.
  http.globalAgent = new Agent({ proxyEnv: { http_proxy: "http://127.0.0.1:1" } });
  onTestFinished(() => {
    http.globalAgent = usual;
  });

  const { body } = await fetchUntrusted(`${origin}/`, { ...asking, allowPrivate: true });

  expect(await readText(body)).toBe("hello");
});

test.each([301, 302, 303, 307, 308])("a redirect (%d) is not followed", async (status) => {
  answer = (_, response) => {
    response.writeHead(status, { location: `${origin}/elsewhere` }).end();
  };

  await expect(
    fetchUntrusted(`${origin}/`, { ...asking, allowPrivate: true }),
  ).rejects.toMatchObject({
    code: "input_invalid",
    details: { status },
  });
  expect(requests).toEqual(["/"]);
});

test.each([
  [404, "provider_result_expired"],
  [410, "provider_result_expired"],
  [403, "input_invalid"],
  [206, "input_invalid"],
  [500, "input_invalid"],
])("a response with status %d is %s", async (status, code) => {
  answer = (_, response) => {
    response.writeHead(status).end("no");
  };

  await expect(
    fetchUntrusted(`${origin}/`, { ...asking, allowPrivate: true }),
  ).rejects.toMatchObject({
    code,
  });
});

test("a port without a listener is an unreadable input", async () => {
  await expect(
    fetchUntrusted("http://127.0.0.1:1/", { ...asking, allowPrivate: true }),
  ).rejects.toMatchObject({ code: "input_invalid" });
});

test("an unknown name is an unreadable input", async () => {
  await expect(
    fetchUntrusted("http://nobody.invalid/", { ...asking, allowPrivate: true }),
  ).rejects.toMatchObject({ code: "input_invalid" });
});

test("a server that never responds is aborted by the signal, with its reason", async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new Error("canceled by the workflow"));

  await expect(
    fetchUntrusted(`${origin}/`, { ...asking, signal: controller.signal, allowPrivate: true }),
  ).rejects.toThrow("canceled by the workflow");
});

test("a server that stops in the middle is aborted by the signal", async () => {
  const controller = new AbortController();
  answer = (_, response) => {
    response.writeHead(200).write("first");
  };

  const { body } = await fetchUntrusted(`${origin}/`, {
    ...asking,
    signal: controller.signal,
    allowPrivate: true,
  });
  const reading = (async () => {
    for await (const chunk of body) {
      expect(Buffer.from(chunk).toString()).toBe("first");
      controller.abort();
    }
  })();

  await expect(reading).rejects.toThrow("aborted");
});

test("a file that ends early is an error, not a shorter file", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("first", () => response.destroy());
  };

  const { body } = await fetchUntrusted(`${origin}/`, { ...asking, allowPrivate: true });

  await expect(readText(body)).rejects.toMatchObject({
    code: "input_invalid",
    details: { reason: "incomplete" },
  });
});

describe("a download has a minimum rate", () => {
  /** Sends a chunk of this size every few milliseconds until the connection is closed. */
  function drip(bytes: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(bytes)), 5);
      response.on("close", () => {
        clearInterval(timer);
        resolve();
      });
    };
    return promise;
  }

  const options = { ...asking, allowPrivate: true, patienceMs: 200 };

  test("a server that sends a few bytes at a time is aborted, and its connection closed", async () => {
    const closed = drip(1);

    const { body } = await fetchUntrusted(`${origin}/`, options);

    await expect(readText(body)).rejects.toMatchObject({
      code: "input_invalid",
      message: "The server sent the file too slowly.",
    });
    await closed;
  });

  test("a server that meets the rate may take longer than the idle time", async () => {
    void drip(10_000);
    const { body } = await fetchUntrusted(`${origin}/`, options);
    const started = performance.now();

    for await (const _ of body) if (performance.now() - started > 600) break;

    expect(performance.now() - started).toBeGreaterThan(600);
  });

  test("the reader's own time does not count", async () => {
    answer = (_, response) => void response.writeHead(200).end(Buffer.alloc(2_000_000));
    const { body } = await fetchUntrusted(`${origin}/`, options);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let bytes = 0;

    for await (const chunk of body) {
      if (bytes === 0) vi.advanceTimersByTime(10 * options.patienceMs);
      bytes += chunk.byteLength;
    }

    expect(bytes).toBe(2_000_000);
  });
});
