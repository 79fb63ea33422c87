import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";

import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createId } from "#db/ids.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { startApi, testAddresses, type TestApi } from "#test/support/api.ts";
import { brokenValue } from "#test/support/arbitrary-from-schema.ts";
import { openapi } from "#test/support/contract.ts";
import { useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { fuzzRuns, hostileHeader, hostileText } from "#test/support/hostile-text.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { expectShortBlocks } from "#test/support/measurements/expect-short-blocks.ts";
import { longestBlockMs } from "#test/support/measurements/longest-block.ts";
import { createSentRequest } from "#test/support/routing/sent-requests.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const database = useDatabase();
const keyServer = useResource(listenOnFreePort);
const caller = useOrganization(database, { credits: 1_000_000 });

let api: TestApi;
let jobId: string;

const falKeys = generateKeyPairSync("ed25519");
const accountSecret = "a secret that a provider shares with an account";

beforeAll(async () => {
  const falKey = falKeys.publicKey.export({ format: "jwk" });
  keyServer.server.on("request", (_request, response) => {
    response.end(JSON.stringify({ keys: [falKey] }));
  });
  const providerSettings = {
    FAL_BASE_URL: keyServer.url,
    ELEVENLABS_WEBHOOK_SECRET: accountSecret,
    OPENAI_WEBHOOK_SECRET: `whsec_${Buffer.from(accountSecret).toString("base64")}`,
  };
  api = await startApi(database, { settings: { providerSettings } });
  jobId = await queueJob(database.orm, caller);
});

afterAll(async () => {
  await api.close();
});

/** Sends a request. Returns the longest time that the event loop was blocked until the response was read. */
async function measureMs(path: string, options: Parameters<TestApi["call"]>[1]): Promise<number> {
  return longestBlockMs(async () => {
    const response = await api.call(path, options);
    const text = await readSome(response);

    expect(response.status).toBeLessThan(500);
    if (!response.ok) expect(text.length).toBeLessThanOrEqual(16_384);
  });
}

/** Reads the beginning of an event stream, or any other response completely. */
async function readSome(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    return response.text();
  }
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}

describe("the API stays responsive", () => {
  const items = (item: object) => ({ items: Array.from({ length: 1_000 }, () => item) });
  const labels = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, "abc"]));
  const bodies: [name: string, path: string, body: unknown][] = [
    ["1,000 items with all their labels", "/v1/batches", items({ metadata: labels })],
    [
      "1,000 wrong items",
      "/v1/batches",
      items({ inputs: Array.from({ length: 20 }, () => ({ kind: 1, url: 2 })) }),
    ],
    ["a prompt of spaces", "/v1/generations", { prompt: " ".repeat(250_000) }],
    [
      "a language of subtags",
      "/v1/generations",
      { parameters: { language: "en-".repeat(80_000) } },
    ],
    ["a ratio of digits", "/v1/generations", { parameters: { aspectRatio: "1".repeat(250_000) } }],
    [
      "a long URL",
      "/v1/generations",
      { inputs: [{ kind: "image", url: `http://${"a.".repeat(9_999)}` }] },
    ],
    [
      "a long email",
      "/v1/auth/login",
      { email: `${"a.".repeat(60_000)}@${"b.".repeat(60_000)}`, password: "x" },
    ],
    [
      "a long password",
      "/v1/auth/login",
      { email: "a@example.org", password: "x".repeat(250_000) },
    ],
    [
      "a long new password",
      "/v1/auth/register",
      { email: "a@example.org", password: "ﷺ".repeat(60_000) },
    ],
  ];
  const units = ["的", "你好，", "作り", "の絵", "a ", "no people, ", "\uE001的", '("', "1:", "-"];
  const trailing: [string, string, unknown][] = [
    `of data:${";".repeat(3_900)}_`,
    `say, ${")".repeat(3_900)}x`,
    `say hello${". ".repeat(1_900)}x`,
  ].map((message) => [
    `marks in ${message.slice(0, 12)}`,
    "/v1/estimates",
    { message, parseIntent: true },
  ]);
  const messages: [name: string, path: string, body: unknown][] = units.map((unit) => [
    `a message of ${JSON.stringify(unit)}`,
    "/v1/estimates",
    { message: `make a picture of ${unit.repeat(4_000)}`.slice(0, 4_000), parseIntent: true },
  ]);
  const requests: [string, string, unknown][] = units.map((unit) => [
    `a short message of ${JSON.stringify(unit)}`,
    "/v1/estimates",
    { message: `${unit.repeat(300).slice(0, 299)}§`, parseIntent: true },
  ]);

  test.each([...bodies, ...messages, ...trailing, ...requests])(
    "with %s",
    async (_name, path, body) => {
      const text = JSON.stringify(body);
      await expectShortBlocks(async () => measureMs(path, { key: caller.key, body: text }));
    },
  );

  /** The largest bodies without and with a credential, and of a batch. */
  const shapes: [name: string, open: string, unit: string, close: string][] = [
    ["levels of arrays", "", "[", ""],
    ["levels of objects", "", '{"a":', ""],
    ["numbers", "[", "1,", "1]"],
    ["fields", "{", '"k":1,', '"k":1}'],
    ["escapes", '"', "\\u0000", '"'],
    ["half surrogates", '["', '\\ud800","', '"]'],
    ["backslashes", '"', "\\\\", '"'],
    ["digits", "", "9", ""],
    ["white space", "", " ", "{}"],
    ["bytes that are not UTF-8", "", "\u00ff", ""],
  ];
  test.each(shapes)("with a body of %s", async (_name, open, unit, close) => {
    for (const [path, bytes] of [
      ["/v1/auth/login", 16_000],
      ["/v1/chat", 260_000],
      ["/v1/batches", 4_000_000],
    ] as const) {
      const body = open + unit.repeat((bytes - open.length - close.length) / unit.length) + close;
      await expectShortBlocks(async () => measureMs(path, { key: caller.key, body }));
    }
  });

  const long = 12_000;
  const headers: [name: string, value: string][] = [
    ["Authorization", `Bearer ${"a.".repeat(long / 2)}`],
    ["Authorization", `Bearer ${"{".repeat(long)}`],
    ["Accept", "text/event-stream;q=0.1,".repeat(long / 24)],
    ["Accept", "*/*;".repeat(long / 4)],
    ["Prefer", "wait= ".repeat(long / 6)],
    ["Prefer", `,${" ".repeat(long)}x`],
    ["If-None-Match", 'W/"a", '.repeat(long / 7)],
    ["If-None-Match", `"${",".repeat(long)}`],
    ["Range", `bytes=${"0-1,".repeat(long / 4)}`],
    ["Cookie", "a=b; ".repeat(long / 5)],
    ["X-Forwarded-For", "127.0.0.1, ".repeat(long / 11)],
    ["Last-Event-ID", "1".repeat(long)],
    ["Idempotency-Key", "k".repeat(long)],
    ["Content-Type", `application/json${"; charset=x".repeat(long / 11)}`],
    ["Content-Type", `multipart/form-data; boundary=${"-".repeat(long)}`],
    ["Content-Type", `multipart/form-data; ${'a="\\'.repeat(long / 4)}`],
  ];

  const tokenOf = (header: unknown, rest = "a.a") =>
    `Bearer ${Buffer.from(JSON.stringify(header)).toString("base64url")}.${rest}`;
  const credentials: [name: string, value: string][] = [
    ["Authorization", tokenOf({ alg: "EdDSA", typ: "at+jwt", kid: "k".repeat(8_000) })],
    ["Authorization", tokenOf({ alg: "EdDSA", crit: Array(2_000).fill("b64"), b64: false })],
    ["Authorization", tokenOf(JSON.parse(`${"[".repeat(4_000)}${"]".repeat(4_000)}`))],
    [
      "Authorization",
      tokenOf({ alg: "EdDSA", kid: "a" }, `${"e30".repeat(3_000)}.${"a".repeat(3_000)}`),
    ],
    ["Authorization", `Bearer${" ".repeat(long)}a.a.a`],
    ["Authorization", `Bearer ${"-".repeat(long)}.a`],
    ["X-API-Key", "gme_".repeat(long / 4)],
    ["X-API-Key", `gme_${"0".repeat(long)}`],
  ];

  test.each([...headers, ...credentials])("with a long header %s: %.40s", async (name, value) => {
    const isCredential = name === "Authorization" || name === "X-API-Key";
    const given = { headers: { [name]: value }, ...(isCredential ? {} : { key: caller.key }) };
    await expectShortBlocks(async () => measureMs("/v1/models?limit=1", given));
    await expectShortBlocks(async () => measureMs("/v1/jobs", given));
    await expectShortBlocks(async () =>
      measureMs("/v1/assets", { ...given, method: "POST", body: "{}" }),
    );
  });

  const events: [name: string, headers: Record<string, string>][] = [
    ["a long Last-Event-ID", { "Last-Event-ID": "9".repeat(long) }],
    ["a Last-Event-ID of spaces", { "Last-Event-ID": `1${" ".repeat(long)}1` }],
    ["a place after the last event", { "Last-Event-ID": "999999999" }],
    ["many types", { Accept: "text/event-stream;q=0, ".repeat(long / 23) }],
    ["a type of parameters", { Accept: `text/event-stream${";a=b".repeat(long / 4)}` }],
    ["a type of spaces", { Accept: `text/event-stream${" ".repeat(long)};` }],
    ["a quality of zeros", { Accept: `text/event-stream;q=0.${"0".repeat(long)}1` }],
  ];
  test.each(events)("with an event stream and %s", async (_name, headers) => {
    const given = { key: caller.key, headers: { Accept: "text/event-stream", ...headers } };
    await expectShortBlocks(async () => measureMs(`/v1/jobs/${jobId}/events`, given));
  });

  const value = "(a+)+$".repeat(2_000);
  test.each([
    `/v1/models?search=${encodeURIComponent("%_\\".repeat(1_000))}`,
    `/v1/models?search=${encodeURIComponent(value.slice(0, 5_000))}`,
    `/v1/jobs?cursor=${"a".repeat(long)}`,
    `/v1/jobs?cursor=${"a.".repeat(long / 2)}`,
    `/v1/jobs?cursor=${"%00".repeat(long / 3)}.a`,
    `/v1/jobs?createdAfter=${"1".repeat(long)}`,
    `/v1/jobs?createdAfter=2026-01-01T00:00:00.${"0".repeat(long)}Z`,
    `/v1/jobs?${Array.from({ length: 1_500 }, (_, index) => `a${index}=`).join("&")}`,
    `/v1/jobs?${"metadata.a=1&".repeat(900)}`,
    `/v1/jobs?metadata${".a".repeat(5_000)}=1`,
    `/v1/jobs?${"&".repeat(long)}`,
    `/v1/jobs?${"a=%E0%A4%A&".repeat(1_000)}`,
    `/v1/jobs/${"j".repeat(long)}`,
    `/v1/assets?name=${"%25".repeat(4_000)}`,
    `/v1/files/${"a".repeat(6_000)}?expires=${"9".repeat(3_000)}&signature=${"a".repeat(2_000)}`,
    `/v1${"/..%2f".repeat(2_000)}`,
    `/v1${"/a".repeat(6_000)}`,
    `/${"/".repeat(long)}`,
  ])("with the path %.60s", async (path) => {
    await expectShortBlocks(async () => measureMs(path, { key: caller.key }));
  });
});

describe("the API stays responsive while it reads an upload", () => {
  const contentType = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
  const file = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const part = (head: string, body = "", boundary = "b") =>
    `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`;
  const field = (name: string) => part(`Content-Disposition: form-data; name="${name}"`, "x");
  const png = "\u0089PNG\r\n\u001a\n";
  const needle = "-".repeat(70);
  const uploads: [name: string, body: string, boundary?: string][] = [
    ["many parts", field("name").repeat(20_000)],
    ["many files", part(file).repeat(20_000)],
    ["a part of many headers", part(`${"a: b\r\n".repeat(200_000)}${file}`)],
    ["a part with a long header", part(`${file}; ${"a=b; ".repeat(200_000)}`)],
    ["a header without an end", `--b\r\n${"a".repeat(1_000_000)}`],
    ["a header of folded lines", part(`${file};${"\r\n x=y;".repeat(900)}`)],
    ["a name of escapes", part(`${file.slice(0, -6)}${'%41\\"'.repeat(1_000)}"`, png)],
    ["a name in another charset", part(`${file}; filename*=utf-8''${"%f0%9f".repeat(1_200)}`, png)],
    ["parameters without an end", part(`Content-Disposition: form-data; ${'a="'.repeat(2_500)}`)],
    ["a type of parameters", part(`${file}\r\nContent-Type: a/b${"; c=d".repeat(1_300)}`, png)],
    ["almost boundaries", part(file, png + `\r\n${needle}`.repeat(14_000), needle), needle],
    ["half boundaries", part(file, png + `\r\n--`.repeat(250_000), needle), needle],
    ["line breaks", part(file, png + "\r\n".repeat(500_000))],
    ["carriage returns", part(file, png + "\r".repeat(1_000_000))],
    ["hyphens", part(file, png + "-".repeat(1_000_000), needle), needle],
    ["a preamble", "x".repeat(1_000_000) + part(file, png)],
    ["a preamble of boundaries", "--b".repeat(300_000)],
    ["an epilogue", `${part(file, png)}--b--${"\r\n--b".repeat(200_000)}`],
    ["a page", part(file, `${png}${"<scrip".repeat(150_000)}`)],
    [
      "a long boundary",
      part(file, png + "a".repeat(1_000_000), "a".repeat(10_000)),
      "a".repeat(10_000),
    ],
  ];

  test.each(uploads)("of %s", async (_name, text, boundary = "b") => {
    const body = Buffer.from(`${text}--${boundary}--\r\n`, "latin1");
    await expectShortBlocks(async () => measureUploadMs(body, contentType(boundary)));
  });

  test("of arbitrary text", async () => {
    const anything = fc.tuple(
      hostileText(20_000),
      hostileHeader(4_000),
      hostileHeader(60).map((boundary) => boundary.replaceAll(/[^\w-]/g, "") || "b"),
    );
    await fc.assert(
      fc.asyncProperty(anything, async ([content, head, boundary]) => {
        const text = `${part(`${file}; ${head}`, png + content, boundary)}${content}--${boundary}--`;
        const body = Buffer.from(text);
        await expectShortBlocks(async () => measureUploadMs(body, contentType(boundary)));
      }),
      fuzzRuns,
    );
  });
});

describe("the API stays responsive while it reads a provider's webhook", () => {
  const bytes = 1_048_000;
  const fill = (open: string, unit: string, close: string) =>
    open + unit.repeat((bytes - open.length - close.length) / unit.length) + close;
  const bodies: [name: string, body: string][] = [
    ["text", fill('{"id":"', "a", '"}')],
    ["levels", fill('{"id":', "[", "")],
    ["objects", fill("", '{"data":', "")],
    ["numbers", fill('{"id":[', "1,", "1]}")],
    ["escapes", fill('{"id":"', "\\u0000", '"}')],
    [
      "fields",
      `{${Array.from({ length: 90_000 }, (_, index) => `"${index}":1`).join(",")}}`.slice(0, bytes),
    ],
    ["small objects", fill('{"id":[', '{"a":1},', "{}]}")],
    ["no JSON", "x".repeat(bytes)],
  ];
  const now = String(Math.floor(Date.now() / 1_000));
  const many = 12_000;

  /** Returns valid signatures as each provider sends them, and malformed ones. */
  function signaturesOf(slug: string, body: string, secret: string): Record<string, string>[] {
    switch (slug) {
      case "black-forest-labs":
        return [
          {
            "x-bfl-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
          },
          { "x-bfl-signature": "sha256=".repeat(many / 7) },
        ];
      case "elevenlabs": {
        const digest = createHmac("sha256", accountSecret).update(`${now}.${body}`).digest("hex");
        return [
          { "elevenlabs-signature": `t=${now},v0=${digest}` },
          { "elevenlabs-signature": `t=${now},${"v0=a,".repeat(many / 5)}` },
          { "elevenlabs-signature": `t=${now},${"v0,".repeat(many / 3)}` },
        ];
      }
      case "openai":
        return [
          {
            "webhook-id": "a",
            "webhook-timestamp": now,
            "webhook-signature": "v1,a ".repeat(many / 5),
          },
          { "webhook-id": "i".repeat(many), "webhook-timestamp": now, "webhook-signature": "v1,a" },
        ];
      case "fal": {
        const hash = createHash("sha256").update(body).digest("hex");
        const message = Buffer.from(["r", "u", now, hash].join("\n"));
        const ids = { "x-fal-webhook-request-id": "r", "x-fal-webhook-user-id": "u" };
        const signature = sign(null, message, falKeys.privateKey).toString("hex");
        return [signature, "ab".repeat(many / 2)].map((hex) => ({
          ...ids,
          "x-fal-webhook-timestamp": now,
          "x-fal-webhook-signature": hex,
        }));
      }
      default:
        return [{}, { "webhook-id": "w".repeat(many) }];
    }
  }

  const slugs = ["black-forest-labs", "elevenlabs", "openai", "fal", "luma", "minimax"];
  const isOfAccount = (slug: string) => slug === "elevenlabs" || slug === "openai";

  async function urlOf(slug: string): Promise<{ path: string; secret: string }> {
    if (isOfAccount(slug)) return { path: `/provider-webhooks/${slug}`, secret: accountSecret };
    const submissionId = await createSentRequest(database.orm, { providerSlug: slug });
    const { signingSecret } = testAddresses;
    const callback = providerCallbackFor(
      { submissionId, providerSlug: slug },
      { publicUrl: "", secret: signingSecret },
    );
    return { path: callback.url, secret: callback.secret };
  }

  test.each(slugs)("of %s", async (slug) => {
    const { path, secret } = await urlOf(slug);
    for (const [, body] of bodies) {
      for (const headers of signaturesOf(slug, body, secret)) {
        await expectShortBlocks(async () => measureMs(path, { headers, body }));
      }
    }
  });

  test("for an unknown request", async () => {
    const [[, body] = ["", ""]] = bodies;
    for (const token of [
      "a".repeat(190),
      `${createId("submission")}.${"a".repeat(43)}`,
      ".".repeat(190),
    ]) {
      const path = `/provider-webhooks/luma/${token}`;
      await expectShortBlocks(async () => measureMs(path, { body }));
    }
  });

  test("of arbitrary text", async () => {
    const { path } = await urlOf("luma");
    const names = ["elevenlabs-signature", "webhook-signature", "webhook-id"];
    const anything = fc.tuple(
      hostileText(60_000),
      hostileHeader(10_000),
      fc.constantFrom(...names),
    );
    await fc.assert(
      fc.asyncProperty(anything, async ([body, value, name]) => {
        const headers = { "webhook-id": "a", "webhook-timestamp": now, [name]: value };
        for (const place of [path, "/provider-webhooks/elevenlabs", "/provider-webhooks/openai"]) {
          await expectShortBlocks(async () => measureMs(place, { headers, body }));
        }
      }),
      fuzzRuns,
    );
  });
});

describe("the API stays responsive with", () => {
  const post = async (path: string, body: unknown) => {
    const text = JSON.stringify(body);
    await expectShortBlocks(async () => measureMs(path, { key: caller.key, body: text }));
  };

  test("arbitrary messages", async () => {
    const messages = hostileText(4_000).filter((message) => message.isWellFormed());
    await fc.assert(
      fc.asyncProperty(messages, async (message) =>
        post("/v1/estimates", { message, parseIntent: true }),
      ),
      fuzzRuns,
    );
  });

  test("arbitrary text in any field", async () => {
    const fields = [
      "prompt",
      "capability",
      "model",
      "language",
      "aspectRatio",
      "style",
      "webhookUrl",
    ];
    await fc.assert(
      fc.asyncProperty(hostileText(100_000), fc.constantFrom(...fields), async (text, name) => {
        const inputs = [{ kind: "image", url: `http://${text}` }];
        await post("/v1/generations", { [name]: text, parameters: { [name]: text }, inputs });
        await post("/v1/assets", { url: text, name: text, sha256: text });
        await post("/v1/webhooks", { url: `https://${text}`, name: text, events: [text] });
        const words = text.slice(0, 7_000);
        await post("/v1/auth/login", { email: words, password: words });
        await post("/v1/auth/register", { email: `a@${words}.org`, password: words, name: words });
      }),
      fuzzRuns,
    );
  });

  test.each(["/v1/batches", "/v1/chat", "/v1/generations", "/v1/webhooks"])(
    "arbitrary bodies of POST %s",
    async (path) => {
      const schema = openapi.paths[path]?.post?.requestBody?.content["application/json"]?.schema;
      if (schema === undefined) throw new Error(`${path} takes no body`);
      await fc.assert(
        fc.asyncProperty(brokenValue(schema), async (body) => post(path, body)),
        fuzzRuns,
      );
    },
  );

  test("arbitrary headers", async () => {
    const names = [
      ..."Authorization X-API-Key Accept If-None-Match Range Cookie X-Forwarded-For Content-Type".split(
        " ",
      ),
      ..."Last-Event-ID Idempotency-Key X-Request-Id Origin User-Agent Accept-Language".split(" "),
    ];
    const header = fc.tuple(fc.constantFrom(...names), hostileHeader(12_000));
    await fc.assert(
      fc.asyncProperty(header, async ([name, value]) => {
        const isCredential = name === "Authorization" || name === "X-API-Key";
        const credential = isCredential ? {} : { key: caller.key };
        const given = { ...credential, headers: { [name]: value } };
        for (const path of ["/v1/models?limit=1", `/v1/jobs/${jobId}/events`]) {
          await expectShortBlocks(async () => measureMs(path, given));
        }
        const upload = { ...given, method: "POST", body: "{}" };
        await expectShortBlocks(async () => measureMs("/v1/assets", upload));
      }),
      fuzzRuns,
    );
  });

  test("arbitrary queries and paths", async () => {
    const names = ["cursor", "limit", "search", "status", "createdAfter", "metadata.a", "anything"];
    const query = fc.tuple(fc.constantFrom(...names), hostileText(3_000).map(encode));
    await fc.assert(
      fc.asyncProperty(query, async ([name, text]) => {
        const paths = [
          `/v1/models?${name}=${text}`,
          `/v1/jobs?${name}=${text}`,
          `/v1/jobs/${text}`,
        ];
        for (const path of paths) {
          const short = path.slice(0, 14_000).replace(/%\w?$/, "");
          await expectShortBlocks(async () => measureMs(short, { key: caller.key }));
        }
      }),
      fuzzRuns,
    );
  });
});

async function measureUploadMs(body: Buffer, contentType: string): Promise<number> {
  const headers = { "Content-Type": contentType };
  return measureMs("/v1/assets", { method: "POST", key: caller.key, headers, body });
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
