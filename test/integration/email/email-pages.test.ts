import { createHash } from "node:crypto";
import { createContext, runInContext } from "node:vm";

import { beforeAll, expect, test } from "vitest";

import { Account, Membership } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/email.ts";
import { readEmails } from "#test/support/accounts/emails.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { createSignIn, type SignIn } from "#test/support/accounts/sign-in.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database, { settings: { trustProxy: true } });

let signIn: SignIn;

const password = "correct horse battery";

beforeAll(async () => {
  signIn = createSignIn(api);
});

const em = () => database.orm.em.fork();

interface OpenPage {
  /** Fills in the form and presses its button. */
  press(fields?: Record<string, string>): Promise<void>;
  text(): string;
}

/** Opens a page as a browser does: runs only the page's script, with the browser functions that it uses. */
async function open(path: string, fragment: URLSearchParams): Promise<OpenPage> {
  const response = await api.call(path);
  const html = await response.text();
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(response.headers.get("Content-Security-Policy")).toContain(`script-src 'sha256-${hash}'`);
  const [, act = ""] = /data-act="([^"]*)"/.exec(html) ?? [];
  const [, done = ""] = /data-done="([^"]*)"/.exec(html) ?? [];

  const output = { textContent: "" };
  let entered: Record<string, string> = {};
  let submit: (event: { preventDefault(): void }) => Promise<void> = async () => undefined;
  const form = {
    dataset: { act, done },
    hidden: false,
    addEventListener: (_name: string, listen: typeof submit) => {
      submit = listen;
    },
  };
  const browser = createContext({
    URLSearchParams,
    location: { hash: `#${fragment.toString()}` },
    document: { querySelector: (name: string) => (name === "form" ? form : output) },
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(entered);
      }
    },
    fetch: async (address: string, init: RequestInit) => fetch(new URL(address, api.url), init),
  });
  runInContext(script, browser);
  return {
    async press(fields = {}) {
      entered = fields;
      await submit({ preventDefault: () => undefined });
    },
    text: () => output.textContent,
  };
}

test("opening the page of an email uses up no token; its button verifies the email address with the password, once", async () => {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  const [mail] = await readEmails(database.orm, email);
  const page = await open("/verify-email", new URLSearchParams({ token: mail?.token ?? "" }));
  expect(await em().count(AccountToken, {})).toBe(1);

  await page.press({ password: "wrong" });
  expect(page.text()).toContain("The password does not match this registration.");

  await page.press({ password });
  expect(page.text()).toMatch(/^Your email address is confirmed/);
  expect((await em().findOneOrFail(Account, { email })).emailVerifiedAt).not.toBeNull();

  await page.press({ password });
  expect(page.text()).toBe("The link has expired or has already been used.");
});

test("the page for a new password shows what is wrong with a password, and changes it", async () => {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  await signIn.send("forgot-password", { email });
  const mail = (await readEmails(database.orm, email)).at(-1);
  const page = await open("/reset-password", new URLSearchParams({ token: mail?.token ?? "" }));

  await page.press({ password: "password123" });
  expect(page.text()).toContain("Choose a less common password");

  await page.press({ password: "a new horse and battery", revokeApiKeys: "on" });
  expect(page.text()).toMatch(/^Your password is changed/);
  const person = { email, password: "a new horse and battery" };
  expect((await signIn.send("login", person)).status).toBe(200);
});

test("the page of an invitation signs in and joins", async () => {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  const [verify] = await readEmails(database.orm, email);
  await signIn.send("verify-email", { token: verify?.token, password });
  const { organizationId, accountId } = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, accountId);
  const invited = await api.call(`/v1/organizations/${organizationId}/invitations`, {
    token,
    body: { email, role: "developer" },
  });
  expect(invited.status).toBe(201);
  const mail = (await readEmails(database.orm, email)).at(-1);
  const facts = { invitation: mail?.invitationId ?? "", token: mail?.token ?? "" };
  const page = await open("/accept-invitation", new URLSearchParams(facts));

  await page.press({ email, password: "wrong" });
  expect(page.text()).toBe("The email address or the password is wrong.");

  await page.press({ email, password });
  expect(page.text()).toBe("You are a member now.");
  const member = await em().findOneOrFail(Account, { email });
  expect(
    await em().findOneOrFail(Membership, { organizationId, accountId: member.id }),
  ).toMatchObject({ role: "developer" });
});
