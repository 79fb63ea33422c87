import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { ensureC2pa } from "#scripts/embedded/c2pa-fetch.ts";

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

/** What the reader of the same library finds in a file: state of the validation, and the manifest. */
export async function readCredentials(
  library: string,
  path: string,
  contentType: string,
): Promise<{ readonly validation_state: string; readonly manifests: Record<string, unknown> }> {
  const script =
    "import sys; sys.path.insert(0, sys.argv[1]); import c2pa; print(c2pa.Reader(sys.argv[3], open(sys.argv[2], 'rb')).json())";
  const { stdout } = await run("python3", ["-I", "-c", script, library, path, contentType]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof readCredentials>>;
}
