import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import pino from "pino";
import PostalMime from "postal-mime";
import { beforeEach, describe, expect, test } from "vitest";

import { createMailer, type Mailer } from "#activities/delivery/mailer.ts";
import { createGiveUpMail, createSendMail } from "#activities/delivery/send-mail.ts";
import { enqueueEmail, oldEmails } from "#db/email/emails.ts";
import { Email } from "#db/entities/email.ts";
import { claimOutbox } from "#db/outbox.ts";
import type { TemplatedEmail } from "#domain/notifications/email.ts";
import { testVault } from "#test/support/api.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { linkOf, startMailServer } from "#test/support/servers/mail-server.ts";

const database = useDatabase();
const server = useResource(startMailServer);
const folder = useFolder("gme-mail-");

const logLines: string[] = [];

const from = "Engine <engine@example.org>";
const to = "lovelace@example.net";
const verify: TemplatedEmail = { template: "verify_email", token: "s3cret-token" };

beforeEach(() => server.behave("accepts"));

const em = () => database.orm.em.fork();

async function queueEmail(content: TemplatedEmail = verify, now = new Date()): Promise<string> {
  const facts = { to, accountId: null, organizationId: null, content, now };
  return em().transactional(async (tx) => enqueueEmail(tx, testVault, facts));
}

/** Runs one attempt of the step, as a worker does. */
async function send(mailId: string, given?: Mailer): Promise<string> {
  const mailer = given ?? (await overSmtp());
  const logger = pino({ level: "trace" }, { write: (line) => void logLines.push(line) });
  const step = createSendMail({
    orm: database.orm,
    vault: testVault,
    mailer,
    frontUrl: "https://front.test/app",
    logger,
  });
  return (await runActivity(async () => step({ mailId }))).state;
}

async function overSmtp(options = ""): Promise<Mailer> {
  return createMailer({ smtpUrl: `${server.url}${options}`, from, folder });
}

async function findEmail(mailId: string): Promise<Email> {
  return em().findOneOrFail(Email, mailId);
}

function emailsOf(mailId: string) {
  return server.received.filter((mail) => mail.messageId === `<${mailId}@example.org>`);
}

describe("an email", () => {
  test("is written encrypted, in one commit with the message that starts its workflow", async () => {
    const mailId = await queueEmail();
    const rolledBack = em().transactional(async (tx) => {
      const facts = { to, accountId: null, organizationId: null, now: new Date() };
      await enqueueEmail(tx, testVault, { ...facts, content: { template: "email_taken" } });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");

    const messages = await claimOutbox(em(), 100);

    expect(messages.map(({ kind, subjectId }) => ({ kind, subjectId }))).toEqual([
      { kind: "mail", subjectId: mailId },
    ]);
    const { content } = await findEmail(mailId);
    expect(Buffer.from(content ?? "").toString("latin1")).not.toMatch(/s3cret|lovelace@/);
  });

  test("arrives as text and HTML, its token in the URL fragment; the stored content is then deleted", async () => {
    const mailId = await queueEmail();

    expect(await send(mailId)).toBe("sent");

    const [mail] = emailsOf(mailId);
    if (mail === undefined) throw new Error("no mail arrived");
    expect(mail).toMatchObject({ recipient: to, from: { address: "engine@example.org" } });
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    const { page, facts } = linkOf(mail);
    expect(page).toBe("https://front.test/app/verify-email");
    expect(facts.get("token")).toBe("s3cret-token");
    expect(mail.html).toContain(`href="${page}#token=s3cret-token"`);
    expect(await findEmail(mailId)).toMatchObject({ state: "sent", content: null, attempts: 1 });
  });

  test("about a registration states the time of the registration", async () => {
    const mailId = await queueEmail();
    await send(mailId);

    const { createdAt } = await findEmail(mailId);
    const minute = createdAt.toISOString().slice(0, 16).replace("T", " ");
    expect(emailsOf(mailId)[0]?.text?.replaceAll(/\s+/g, " ")).toContain(
      `the registration of ${minute} UTC`,
    );
  });

  test("about a changed password names the API keys that keep working", async () => {
    const apiKeys = [{ name: "deploy https://evil.test", last4: "x1Y2" }];
    const mailId = await queueEmail({ template: "password_changed", apiKeys, moreApiKeys: 3 });
    await send(mailId);

    const [mail] = emailsOf(mailId);
    expect(mail?.text?.replaceAll(/\s+/g, " ")).toContain("(…x1Y2) and 3 more.");
    expect(`${mail?.text}${mail?.html}`).not.toContain("evil.test");
  });

  test("is sent once when the step runs again after its end", async () => {
    const mailId = await queueEmail();
    await send(mailId);

    expect(await send(mailId)).toBe("sent");

    expect(emailsOf(mailId)).toHaveLength(1);
  });

  test("with an expired link is not sent", async () => {
    const mailId = await queueEmail(verify, new Date(Date.now() - 25 * 3_600_000));

    expect(await send(mailId)).toBe("expired");

    expect(emailsOf(mailId)).toEqual([]);
    expect(await findEmail(mailId)).toMatchObject({ state: "expired", content: null });
  });

  test("that was deleted is not sent", async () => {
    expect(await send("mai_gone")).toBe("deleted");
  });

  test("escapes names chosen by people, and makes no links of them", async () => {
    const mailId = await queueEmail({
      template: "invitation",
      invitationId: "inv_1",
      token: "t",
      organizationName: `<b>"Evil"</b>\r\nBcc: x@example.org https://evil.test/login`,
      inviterName: "Mallory",
      role: "viewer",
    });
    await send(mailId);

    const [mail] = emailsOf(mailId);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.html).not.toContain("<b>");
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/evil\.test|https:\/\/evil/);
    const { page, facts } = linkOf(mail ?? {});
    expect(page).toBe("https://front.test/app/accept-invitation");
    expect(Object.fromEntries(facts)).toEqual({ invitation: "inv_1", token: "t" });
  });
});

describe("an SMTP server", () => {
  test("that defers the email gets it at the next attempt", async () => {
    const mailId = await queueEmail();
    server.behave("defers");
    await expect(send(mailId)).rejects.toMatchObject({ code: "mail_unreachable" });
    expect(await findEmail(mailId)).toMatchObject({ lastError: "mail_unreachable EENVELOPE 451" });

    server.behave("accepts");
    expect(await send(mailId)).toBe("sent");

    expect(await findEmail(mailId)).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("that rejects the email permanently is not asked again", async () => {
    const mailId = await queueEmail();
    server.behave("refuses");

    await expect(send(mailId)).rejects.toMatchObject({
      code: "mail_refused",
      details: { responseCode: 550 },
    });
    const giveUp = createGiveUpMail({ orm: database.orm, logger: pino({ level: "silent" }) });
    await giveUp({ mailId, code: "mail_refused" });

    expect(await findEmail(mailId)).toMatchObject({
      state: "failed",
      content: null,
      lastError: "mail_refused EENVELOPE 550",
    });
  });

  test("that does not respond is given up after the timeout, and the email stays queued", async () => {
    const mailId = await queueEmail();
    server.behave("hangs");

    const mailer = await overSmtp("?socketTimeout=500");
    await expect(send(mailId, mailer)).rejects.toMatchObject({
      code: "mail_unreachable",
    });

    expect(await findEmail(mailId)).toMatchObject({ state: "queued" });
  });

  test("that hangs up after accepting the email gets it again under the same Message-ID", async () => {
    const mailId = await queueEmail();
    server.behave("drops");
    await expect(send(mailId)).rejects.toMatchObject({ code: "mail_unreachable" });

    server.behave("accepts");
    await send(mailId);

    const [first, second, ...more] = emailsOf(mailId);
    expect(more).toEqual([]);
    expect(second).toMatchObject({ date: first?.date, subject: first?.subject, text: first?.text });
  });

  test("that is unreachable fails only the attempt", async () => {
    const mailId = await queueEmail();
    const mailer = await createMailer({ smtpUrl: "smtp://127.0.0.1:1", from, folder });

    await expect(send(mailId, mailer)).rejects.toMatchObject({ code: "mail_unreachable" });
  });

  test("that cannot prove its identity gets nothing where TLS is required", async () => {
    const selfSigned = await startMailServer({ tls: true });
    try {
      for (const url of [`${server.url}?requireTLS=true`, `${selfSigned.url}?requireTLS=true`]) {
        const mailId = await queueEmail();
        const mailer = await createMailer({ smtpUrl: url, from, folder });
        await expect(send(mailId, mailer)).rejects.toMatchObject({ code: "mail_unreachable" });
        expect(emailsOf(mailId)).toEqual([]);
      }
      expect(selfSigned.received).toEqual([]);
    } finally {
      await selfSigned.close();
    }
  });
});

test("without an SMTP server an email is a file readable by its owner only, and its path is logged", async () => {
  const mailId = await queueEmail();

  await send(mailId, await createMailer({ smtpUrl: undefined, from, folder }));

  expect(await readdir(folder)).toEqual([`${mailId}.eml`]);
  const file = join(folder, `${mailId}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const bytes = await readFile(file);
  const mail = await PostalMime.parse(bytes);
  expect(mail).toMatchObject({ messageId: `<${mailId}@example.org>`, to: [{ address: to }] });
  // The URL is also readable without decoding the message.
  expect(bytes.toString()).toContain("\nhttps://front.test/app/verify-email#token=s3cret-token\r");
  expect(logLines.some((line) => line.includes(file))).toBe(true);
});

test("emails are deleted after thirty days", async () => {
  const mailId = await queueEmail();
  await send(mailId);
  await em().execute(`update mails set created_at = now() - interval '31 days' where id = ?`, [
    mailId,
  ]);

  await oldEmails.deleteSome(em());

  expect(await em().count(Email, { id: mailId })).toBe(0);
});

test("neither logs nor stored errors contain a person or a token", async () => {
  const mailIds = [await queueEmail(), await queueEmail()];
  server.behave("refuses");
  await expect(send(mailIds[0] ?? "")).rejects.toThrow("rejected");
  server.behave("accepts");
  await send(mailIds[1] ?? "");

  const notes = await em().execute(`select last_error from mails where last_error is not null`);

  expect(notes.length).toBeGreaterThan(0);
  expect(logLines.length).toBeGreaterThan(0);
  expect(JSON.stringify({ logLines, notes })).not.toMatch(/lovelace|example\.net|s3cret/);
});
