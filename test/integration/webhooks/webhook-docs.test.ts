import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { signWebhook } from "#db/webhooks/sign-webhook.ts";
import { webhookBody, webhookEventTypes, webhookHeaders } from "#domain/notifications/webhook.ts";

/** Runs the code of docs/webhooks.md, as published, against webhooks that the engine sends. */

let folder: string;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-webhook-docs-"));
  page = await readFile("docs/webhooks.md", "utf8");
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, ".")).toString("base64")}`;
const secret = secretOf("the secret of now");
const secretBefore = secretOf("the secret before");

interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function send(secrets: readonly string[], startedAt = new Date()): Sent {
  const eventId = "msg_1";
  const data = { message: "Größe: 3 × 4 \u{1F98A}" };
  const body = webhookBody({ type: "test", createdAt: startedAt, data });
  const signature = signWebhook({ eventId, startedAt, body, secrets });
  const headers = { ...webhookHeaders({ eventId, startedAt }), "webhook-signature": signature };
  return { body, headers };
}

function codeOf(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`the page has no code in ${language}`);
  return code;
}

type Verify = (sent: Sent, secret: string) => Promise<unknown>;

const languages: Readonly<Record<string, () => Promise<Verify>>> = {
  async ts() {
    const file = join(folder, "verify.ts");
    await writeFile(file, codeOf("ts"));
    const { verify } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      verify: (body: string, headers: object, secret: string) => unknown;
    };
    return async ({ body, headers }, given) => verify(body, headers, given);
  },
  async python() {
    await writeFile(join(folder, "verify.py"), codeOf("python"));
    const script =
      "import json, sys; from verify import verify; sent = json.load(sys.stdin); " +
      "print(json.dumps(verify(sent['body'].encode(), sent['headers'], sent['secret'])))";
    return async (sent, given) => {
      const running = promisify(execFile)("python3", ["-c", script], { cwd: folder });
      running.child.stdin?.end(JSON.stringify({ ...sent, secret: given }));
      return JSON.parse((await running).stdout) as unknown;
    };
  },
};

describe.each(Object.entries(languages))("the receiver in %s", (_language, load) => {
  test("accepts the engine's webhooks, with either secret during a rotation", async () => {
    const verify = await load();
    const sent = send([secret, secretBefore]);

    for (const known of [secret, secretBefore]) {
      expect(await verify(sent, known)).toEqual(JSON.parse(sent.body));
    }
  });

  test("refuses another secret, a changed body, another id, and an old or unsigned webhook", async () => {
    const verify = await load();
    const sent = send([secret]);
    const { headers } = sent;
    const old = send([secret], new Date(Date.now() - 600_000));
    const attempts: readonly [Sent, string][] = [
      [sent, secretBefore],
      [{ ...sent, body: sent.body.replace("test", "text") }, secret],
      [{ ...sent, headers: { ...headers, "webhook-id": "msg_2" } }, secret],
      [old, secret],
      [{ ...sent, headers: { ...headers, "webhook-signature": "" } }, secret],
      [{ ...sent, headers: {} }, secret],
    ];

    for (const [attempt, known] of attempts) {
      await expect(verify(attempt, known)).rejects.toThrow(/wrong signature|too old/);
    }
  });
});

test("the page names every event type", () => {
  const missing = Object.keys(webhookEventTypes).filter((type) => !page.includes(`| \`${type}\``));

  expect(missing).toEqual([]);
});
