import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join, resolve } from "node:path";

import ipaddr from "ipaddr.js";
import { createTransport, type SendMailOptions } from "nodemailer";

import { AppError } from "#domain/errors.ts";

import type { ComposedMail } from "./compose-mail.ts";

export interface OutgoingMail extends ComposedMail {
  readonly mailId: string;
  readonly to: string;
  readonly createdAt: Date;
}

/**
 * Hands a mail over, to a server or into a folder. Gives the file, or null when a server took it.
 * Throws `mail_refused` when there is no use in trying again, else `mail_unreachable`.
 */
export type Mailer = (mail: OutgoingMail) => Promise<{ readonly file: string } | null>;

export interface MailSettings {
  /** Without it mails are written into `folder`. */
  readonly smtpUrl: string | undefined;
  /** `name@example.org`, or `Name <name@example.org>`. */
  readonly from: string;
  readonly folder: string;
}

export function createMailer({ smtpUrl, from, folder }: MailSettings): Mailer {
  return smtpUrl === undefined ? createFileMailer(from, folder) : createSmtpMailer(from, smtpUrl);
}

/** A server that says nothing for this long is taken for one that is away. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
} as const;

/** Settings in the address (`?requireTLS=false`) win over ours. */
function createSmtpMailer(from: string, url: string): Mailer {
  const transport = createTransport({
    url,
    ...timeouts,
    // Mails carry tokens: without TLS they go to this machine only, unless the address says so.
    requireTLS: !isOwnMachine(new URL(url).hostname),
    tls: { minVersion: "TLSv1.2" },
  });
  return async (mail) => {
    try {
      await transport.sendMail(toMessage(mail, from));
      return null;
    } catch (error) {
      throw toMailError(error);
    }
  };
}

function isOwnMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return name === "localhost" || (isIP(name) !== 0 && ipaddr.process(name).range() === "loopback");
}

/** One file for each mail, whole or not at all; a repetition replaces it with the same. */
function createFileMailer(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail, from));
    if (!Buffer.isBuffer(message)) throw new Error("the mail was not built in memory");
    const file = resolve(join(folder, `${mail.mailId}.eml`));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.partial`, message, { mode: 0o600 });
    await rename(`${file}.partial`, file);
    return { file };
  };
}

/** The same each time for one mail, so that a reader of mail knows a second delivery for the same. */
function toMessage(
  { mailId, to, createdAt, ...words }: OutgoingMail,
  from: string,
): SendMailOptions {
  return {
    ...words,
    from,
    to: { name: "", address: to },
    date: createdAt,
    messageId: `<${mailId}@${domainOf(from)}>`,
    // Nobody's answer to it is wanted by machines (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s>@]+)>?$/.exec(from)?.[1] ?? "localhost";
}

/**
 * A server's words name addresses, so only its numbers are kept. What it says about this mail is
 * final when it is 5xx; what it says about us, and silence, may pass.
 */
function toMailError(error: unknown): AppError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
  const mayPass = typeof responseCode === "number" && responseCode < 500;
  return new AppError(isOfMail && !mayPass ? "mail_refused" : "mail_unreachable", {
    details: {
      ...(typeof code === "string" ? { code } : {}),
      ...(typeof responseCode === "number" ? { responseCode } : {}),
    },
  });
}
