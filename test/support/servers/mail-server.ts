import type { AddressInfo } from "node:net";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Behaviour of the server for the next emails. */
export type MailBehaviour =
  | "accepts"
  /** 451: temporary failure. */
  | "defers"
  /** 550: permanent failure. */
  | "refuses"
  /** Accepts the email and sends no reply. */
  | "hangs"
  /** Accepts the email and closes the connection instead of replying. */
  | "drops";

export interface ReceivedEmail extends Email {
  /** Recipient's email address in the envelope. */
  readonly recipient: string;
}

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  /** Every email received completely, including unacknowledged ones. */
  readonly received: readonly ReceivedEmail[];
  behave(next: MailBehaviour): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port. */
export async function startMailServer({
  tls = false,
}: { tls?: boolean } = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
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
  // The server reports a closed connection as an error; some tests close connections.
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

/** Page and fragment parameters of an email's link. */
export function linkOf(mail: Pick<Email, "text">): { page: string; facts: URLSearchParams } {
  const [address = ""] = /https?:\/\/\S+/.exec(mail.text ?? "") ?? [];
  const [page = "", fragment = ""] = address.split("#");
  return { page, facts: new URLSearchParams(fragment) };
}
