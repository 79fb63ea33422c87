import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/** Certificate chain and key of the operator, as the signing process takes them. */
export interface SigningCredential {
  /** PEM: the signing certificate first, then those that issued it. */
  readonly certificates: string;
  /** PEM of the private key (PKCS#8). */
  readonly key: string;
  /** Algorithm of C2PA. */
  readonly algorithm: string;
  readonly expiresAt: Date;
}

const pemPattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const curves: Readonly<Record<string, string>> = {
  prime256v1: "es256",
  secp384r1: "es384",
  secp521r1: "es512",
};

/** Reads the certificate chain and the key. Throws an `Error` that says what is wrong with which file. */
export function loadCredential({
  certificateFile,
  keyFile,
  now,
}: {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly now: Date;
}): SigningCredential {
  const certificates = readFileSync(certificateFile, "utf8");
  const [first] = certificates.match(pemPattern) ?? [];
  if (first === undefined) throw new Error(`${certificateFile} has no certificate in PEM`);
  const certificate = new X509Certificate(first);
  const key = createPrivateKey(readFileSync(keyFile, "utf8"));
  if (!certificate.checkPrivateKey(key)) {
    throw new Error(`${keyFile} is not the key of the first certificate in ${certificateFile}`);
  }
  const expiresAt = new Date(certificate.validTo);
  if (expiresAt <= now) throw new Error(`the certificate has expired on ${certificate.validTo}`);
  return {
    certificates,
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
    algorithm: algorithmOf(key),
    expiresAt,
  };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === "ed25519") return "ed25519";
  if (asymmetricKeyType === "rsa") return "ps256";
  const algorithm = curves[asymmetricKeyDetails?.namedCurve ?? ""];
  if (algorithm === undefined) throw new Error(`keys of the type ${asymmetricKeyType} cannot sign`);
  return algorithm;
}
