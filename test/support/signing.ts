import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { ensureC2pa } from "#scripts/embedded/c2pa-fetch.ts";
import { fetchWheel } from "#scripts/embedded/fetch-wheel.ts";

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
found = encypher_c2pa.verify(pathlib.Path(sys.argv[2]), sys.argv[3], telemetry=False, online=False)
failures = [failure["code"] for failure in found["validation_results"].get("failure", [])]
print(json.dumps({"validation_state": found["validation_state"], "hard_binding": found["hard_binding"], "failures": failures}))`;
  const { stdout } = await run("python3", ["-I", "-c", script, library, path, contentType], {
    env: { ...process.env, HOME: library },
  });
  return JSON.parse(stdout) as Verdict;
}
