import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import * as http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { generate } from "selfsigned";

const unauthenticated = "16";

export interface SecureTemporal {
  /** host:port for TEMPORAL_ADDRESS. */
  readonly address: string;
  close(): void;
}

export interface Certificates {
  /** Paths for the settings TEMPORAL_TLS_…_PATH. */
  readonly caPath: string;
  readonly client: { readonly certPath: string; readonly keyPath: string };
  /** Client certificate of another authority. */
  readonly stranger: { readonly certPath: string; readonly keyPath: string };
  readonly server: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** Writes certificates of a new authority, valid for the host name, to a folder. */
export async function writeCertificates(folder: string, hostName: string): Promise<Certificates> {
  const [ca, otherCa] = [await issueAuthority(), await issueAuthority()];
  const server = await issue(hostName, ca);
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  const writePair = async (name: string, { cert, key }: Pair) => ({
    certPath: await write(`${name}.pem`, cert),
    keyPath: await write(`${name}.key`, key),
  });
  return {
    caPath: await write("ca.pem", ca.cert),
    client: await writePair("client", await issue("engine", ca)),
    stranger: await writePair("stranger", await issue("engine", otherCa)),
    server: { ...server, ca: ca.cert },
  };
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

async function issueAuthority(): Promise<Pair> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "authority" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  return { cert, key };
}

async function issue(name: string, ca: Pair): Promise<Pair> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    ca,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  return { cert, key };
}

/**
 * Serves a Temporal server as a secured cluster does: TLS, a client certificate of the same authority, and an API key.
 */
export async function startSecureTemporal(
  temporalAddress: string,
  { server, apiKey }: { readonly server: Certificates["server"]; readonly apiKey: string },
): Promise<SecureTemporal> {
  const proxy = http2.createSecureServer({
    ...server,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const sessions = new Set<http2.Http2Session>();
  proxy.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined);
    const target = http2.connect(`http://${temporalAddress}`);
    target.on("error", () => session.destroy());
    session.on("close", () => {
      sessions.delete(session);
      target.close();
    });
    session.on("stream", (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
      stream.on("error", () => undefined);
      if (headers.authorization !== `Bearer ${apiKey}`) {
        refuse(stream);
        return;
      }
      forward(stream, headers, target);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // Safe to cast: the server listens on a TCP port.
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    close() {
      for (const session of sessions) session.destroy();
      proxy.close();
    },
  };
}

/** A gRPC response without a body. */
function refuse(stream: http2.ServerHttp2Stream): void {
  stream.respond(
    {
      ":status": 200,
      "content-type": "application/grpc",
      "grpc-status": unauthenticated,
      "grpc-message": "Request unauthorized.",
    },
    { endStream: true },
  );
}

function forward(
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  target: http2.ClientHttp2Session,
): void {
  const upstream = target.request({ ...headers, ":scheme": "http" });
  upstream.on("error", () => stream.destroy());
  stream.on("close", () => upstream.close());
  upstream.on("response", (response, flags) => {
    // An error has its status in the headers, and no trailers follow.
    if ((flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
      stream.respond(response, { endStream: true });
      return;
    }
    const trailers = new Promise<http2.IncomingHttpHeaders>((resolve) => {
      upstream.on("trailers", resolve);
    });
    stream.respond(response, { waitForTrailers: true });
    stream.on("wantTrailers", () => {
      void trailers.then((values) => stream.sendTrailers(values));
    });
    upstream.pipe(stream);
  });
  stream.pipe(upstream);
}
