import { execFile } from "node:child_process";
import { readFile, truncate, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { ensureC2pa } from "#scripts/embedded/c2pa-fetch.ts";
import { fetchWheel } from "#scripts/embedded/fetch-wheel.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const run = promisify(execFile);

export interface TestCertificate {
  /** File of the chain: the signing certificate, then its issuer. */
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Creates a certificate and its issuer with the commands of docs/provenance.md. */
export async function createCertificate(folder: string, days = 365): Promise<TestCertificate> {
  const openssl = async (line: string) => run("openssl", line.split(" "), { cwd: folder });
  await writeFile(
    join(folder, "leaf.ext"),
    "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\n" +
      "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n",
  );
  await openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ca.key");
  await openssl(
    "req -x509 -new -key ca.key -days 3650 -subj /O=Example/CN=Example-CA -addext keyUsage=critical,keyCertSign -out ca.pem",
  );
  await openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out leaf.key");
  await openssl("req -new -key leaf.key -subj /O=Example/CN=Engine -out leaf.csr");
  await openssl(
    `x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days ${days} -extfile leaf.ext -out leaf.pem`,
  );
  const { stdout } = await run("cat", ["leaf.pem", "ca.pem"], { cwd: folder });
  const certificateFile = join(folder, "chain.pem");
  await writeFile(certificateFile, stdout);
  return { certificateFile, keyFile: join(folder, "leaf.key") };
}

/** The library that signs, from the cache of this checkout; it is fetched once. */
export async function findC2pa(): Promise<string> {
  return ensureC2pa(resolve(".cache"), AbortSignal.timeout(300_000));
}

/** SHA-256 of the wheels of encypher-c2pa, a verifier that shares no code with the library that signs. */
const verifier = "encypher-c2pa==1.7.1";
const verifierWheels: Readonly<Record<string, { sha256: string; bytes: number }>> = {
  "linux-x64": {
    sha256: "9e2ccba088f4c64da973649c8ef29660b8a50fca6b4601678f09afee5b0753ec",
    bytes: 2_968_470,
  },
  "linux-arm64": {
    sha256: "3753388995fded1edfea38632e6936079cf658d9d30be907d0f606e0f182788f",
    bytes: 2_811_630,
  },
  "darwin-arm64": {
    sha256: "d5dcc1413256bc8dffacb2b1652033cdf61fbc5d05db26fa101fd9b5fcbf868c",
    bytes: 2_712_306,
  },
};

/** Fetches the verifier into `folder` and returns its folder. */
export async function fetchVerifier(folder: string): Promise<string> {
  const wheel = verifierWheels[`${process.platform}-${process.arch}`];
  if (wheel === undefined) throw new Error("the verifier has no wheel for this platform");
  const signal = AbortSignal.timeout(300_000);
  return fetchWheel({ requirement: verifier, ...wheel }, { folder, signal });
}

export interface Verdict {
  readonly validation_state: string;
  readonly hard_binding: string;
  readonly failures: readonly string[];
}

/** Verifies a file without any request to another machine. */
export async function verify(library: string, path: string, contentType: string): Promise<Verdict> {
  const script = `import json, pathlib, sys
sys.path.insert(0, sys.argv[1])
import encypher_c2pa
file = pathlib.Path(sys.argv[2]).read_bytes()  # Paths are refused above 128 MiB.
found = encypher_c2pa.verify(file, sys.argv[3], telemetry=False, online=False)
failures = [failure["code"] for failure in found["validation_results"].get("failure", [])]
print(json.dumps({"validation_state": found["validation_state"], "hard_binding": found["hard_binding"], "failures": failures}))`;
  const { stdout } = await run("python3", ["-I", "-c", script, library, path, contentType], {
    env: { ...process.env, HOME: library },
  });
  return JSON.parse(stdout) as Verdict;
}

/** Codes of everything that the library of the signer finds right in a file. */
export async function readCodes(
  library: string,
  path: string,
  contentType: string,
): Promise<readonly string[]> {
  const script = `import json, sys
sys.path.insert(0, sys.argv[1])
import c2pa
with open(sys.argv[2], "rb") as file:
    found = json.loads(c2pa.Reader(sys.argv[3], file).json())
print(json.dumps([entry["code"] for entry in found["validation_results"]["activeManifest"]["success"]]))`;
  const { stdout } = await run("python3", ["-I", "-c", script, library, path, contentType]);
  return JSON.parse(stdout) as string[];
}

/** Makes a film or a recording longer, by silence or unused media that take no space on the disk. */
export async function enlarge(path: string, bytes: number): Promise<void> {
  const file = await readFile(path);
  if (file.toString("latin1", 0, 4) === "RIFF") {
    const media = file.indexOf("data") + 8;
    file.writeUInt32LE(bytes - 8, 4);
    file.writeUInt32LE(bytes - media, media - 4);
    await writeFile(path, file);
  } else {
    const box = Buffer.from("\0\0\0\0mdat", "latin1");
    box.writeUInt32BE(bytes - file.byteLength, 0);
    await writeFile(path, Buffer.concat([file, box]));
  }
  await truncate(path, bytes);
}

/** Starts a time-stamp service (RFC 3161), whose stamps OpenSSL makes with a separate certificate. */
export async function startTimestamps(folder: string) {
  const openssl = async (...line: string[]) => run("openssl", line, { cwd: folder });
  await writeFile(
    join(folder, "tsa.cnf"),
    `[tsa]
default_tsa = stamps
[stamps]
serial = ${join(folder, "tsa.serial")}
signer_cert = ${join(folder, "tsa.pem")}
certs = ${join(folder, "tsa.pem")}
signer_key = ${join(folder, "tsa.key")}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
`,
  );
  await writeFile(join(folder, "tsa.serial"), "01");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const usages = ["keyUsage=critical,digitalSignature", "extendedKeyUsage=critical,timeStamping"];
  const extensions = usages.flatMap((usage) => ["-addext", usage]);
  const subject = ["-subj", "/O=Example/CN=Time stamps", "-days", "30"];
  const files = ["-keyout", "tsa.key", "-out", "tsa.pem"];
  await openssl("req", "-x509", ...curve, ...subject, ...extensions, ...files);
  const { server, url, close } = await listenOnFreePort();
  let stamped = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await writeFile(join(folder, "query.tsq"), await buffer(request));
    const reply = ["-queryfile", "query.tsq", "-out", "reply.tsr", "-config", "tsa.cnf"];
    await openssl("ts", "-reply", ...reply);
    stamped += 1;
    response.writeHead(200, { "Content-Type": "application/timestamp-reply" });
    response.end(await readFile(join(folder, "reply.tsr")));
  };
  server.on("request", (request, response) => void answer(request, response));
  return { url, close, stamped: () => stamped };
}
