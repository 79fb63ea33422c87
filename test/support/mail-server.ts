import type { AddressInfo } from "node:net";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** What the server does with the next mails. */
export type MailBehaviour =
  | "accepts"
  /** 451: come back later. */
  | "defers"
  /** 550: never. */
  | "refuses"
  /** Takes the mail and says nothing. */
  | "hangs"
  /** Takes the mail and hangs up instead of saying so. */
  | "drops";

export interface ReceivedMail extends Email {
  /** The address that the envelope named. */
  readonly recipient: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** Every mail that came in whole, also those that were not acknowledged. */
  readonly received: readonly ReceivedMail[];
  behave(next: MailBehaviour): void;
  close(): Promise<void>;
}

/** A real SMTP server on a free port. */
export async function startMailServer({
  tls = false,
}: { tls?: boolean } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let behaviour: MailBehaviour = "accepts";
  const answers: Pick<SMTPServerOptions, "onRcptTo" | "onData"> = {
    onRcptTo(_address, _session, answer) {
      if (behaviour === "defers") answer(smtpError(451, "greylisted, come back later"));
      else if (behaviour === "refuses") answer(smtpError(550, "no such mailbox"));
      else answer();
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipient = session.envelope.rcptTo[0]?.address ?? "";
        void take(Buffer.concat(chunks), recipient, answer);
      });
    },
  };
  async function take(bytes: Buffer, recipient: string, answer: () => void): Promise<void> {
    received.push({ ...(await PostalMime.parse(bytes)), recipient });
    if (behaviour === "drops") hangUp();
    else if (behaviour !== "hangs") answer();
  }
  const server = new SMTPServer({
    ...answers,
    logger: false,
    authOptional: true,
    disabledCommands: tls ? ["AUTH"] : ["AUTH", "STARTTLS"],
    closeTimeout: 100,
  });
  // A client that hangs up is an error to this server, and a part of some tests.
  server.on("error", () => undefined);
  const sockets = new Set<{ destroy(): unknown }>();
  server.server.on("connection", (socket) => sockets.add(socket));
  function hangUp(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave(next) {
      behaviour = next;
    },
    async close() {
      hangUp();
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Where a mail's link leads, and what the link carries. */
export function linkOf(mail: Pick<Email, "text">): { page: string; facts: URLSearchParams } {
  const [address = ""] = /https?:\/\/\S+/.exec(mail.text ?? "") ?? [];
  const [page = "", fragment = ""] = address.split("#");
  return { page, facts: new URLSearchParams(fragment) };
}
