import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join, resolve } from "node:path";

import ipaddr from "ipaddr.js";
import type { SendMailOptions } from "nodemailer";

import { AppError } from "#domain/errors.ts";

import type { ComposedEmail } from "./compose-email.ts";

export interface OutgoingEmail extends ComposedEmail {
  readonly mailId: string;
  readonly to: string;
  readonly createdAt: Date;
}

/**
 * Sends an email to an SMTP server or writes it into a folder. Returns the file, or null when a server
 * accepted it. Throws `mail_refused` when a retry cannot succeed, otherwise `mail_unreachable`.
 */
export type Mailer = (email: OutgoingEmail) => Promise<{ readonly file: string } | null>;

export interface EmailSettings {
  /** Without it, emails are written into `folder`. */
  readonly smtpUrl: string | undefined;
  /** `name@example.org`, or `Name <name@example.org>`. */
  readonly from: string;
  readonly folder: string;
}

export async function createMailer({ smtpUrl, from, folder }: EmailSettings): Promise<Mailer> {
  return smtpUrl === undefined ? createFileMailer(from, folder) : createSmtpMailer(from, smtpUrl);
}

/** Timeouts after which a server that does not respond counts as unavailable. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
} as const;

/** Options in the URL (`?requireTLS=false`) override these. */
async function createSmtpMailer(from: string, url: string): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    ...timeouts,
    // Emails carry tokens: without TLS they are sent to this machine only, unless the URL disables the
    // requirement.
    requireTLS: !isOwnMachine(new URL(url).hostname),
    tls: { minVersion: "TLSv1.2" },
  });
  return async (email) => {
    try {
      await transport.sendMail(toMessage(email, from));
      return null;
    } catch (error) {
      throw toEmailError(error);
    }
  };
}

function isOwnMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return name === "localhost" || (isIP(name) !== 0 && ipaddr.process(name).range() === "loopback");
}

/** Writes one file for each email, whole or not at all. A retry replaces the file with the same content. */
function createFileMailer(from: string, folder: string): Mailer {
  return async (email) => {
    // Loading the package takes 80 ms of processor time, and most processes without a mail server send no email.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await transport.sendMail(toMessage(email, from));
    if (!Buffer.isBuffer(message)) throw new Error("the email was not built in memory");
    const file = resolve(join(folder, `${email.mailId}.eml`));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.partial`, message, { mode: 0o600 });
    await rename(`${file}.partial`, file);
    return { file };
  };
}

/** Builds the same message each time, so that email clients recognize a second delivery. */
function toMessage(
  { mailId, to, createdAt, ...words }: OutgoingEmail,
  from: string,
): SendMailOptions {
  return {
    ...words,
    from,
    to: { name: "", address: to },
    date: createdAt,
    messageId: `<${mailId}@${domainOf(from)}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s>@]+)>?$/.exec(from)?.[1] ?? "localhost";
}

/**
 * Converts an SMTP error. Keeps only codes, because the server's text contains email addresses. A 5xx about
 * this email is final; an error about the sender, or a missing response, may be temporary.
 */
function toEmailError(error: unknown): AppError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfEmail = code === "EENVELOPE" || code === "EMESSAGE";
  const mayPass = typeof responseCode === "number" && responseCode < 500;
  return new AppError(isOfEmail && !mayPass ? "mail_refused" : "mail_unreachable", {
    details: {
      ...(typeof code === "string" ? { code } : {}),
      ...(typeof responseCode === "number" ? { responseCode } : {}),
    },
  });
}
