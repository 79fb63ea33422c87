import { readFile } from "node:fs/promises";

import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";

import type { ProviderCall } from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { requestJson } from "#activities/providers/http.ts";
import { AppError } from "#domain/errors.ts";

/** The required fields of a service account's JSON key. */
const accountSchema = z.object({
  type: z.literal("service_account"),
  project_id: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  client_email: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }),
});
type Account = z.output<typeof accountSchema>;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

export interface CloudToken {
  readonly value: string;
  /** Project that is billed. */
  readonly project: string;
}

interface KeptToken extends CloudToken {
  readonly expiresAt: number;
}

const scope = "https://www.googleapis.com/auth/cloud-platform";
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const tokenTimeoutMs = 10_000;
/** Time before its expiry at which a token is no longer used. */
const marginMs = 120_000;

const errorSchema = z.object({ error: z.string(), error_description: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    const said = errorSchema.safeParse(body).data;
    return said === undefined
      ? { words: [] }
      : { words: [said.error], reason: said.error_description ?? undefined };
  },
  rules: [{ status: [400, 401, 403], code: "provider_credential_invalid" }],
};

/**
 * Creates access tokens of service accounts: OAuth 2.0 with a signed assertion (RFC 7523; Google's "OAuth 2.0
 * for server to server applications"). A token is cached until shortly before its expiry; concurrent callers
 * share one request. The setting is the JSON of a key, or the path of its file, which is read for each new
 * token. Throws `provider_credential_invalid` for a malformed or refused key, never with any part of the key.
 */
export function createTokenSource() {
  const kept = new Map<string, Promise<KeptToken>>();

  async function fetchToken(call: ProviderCall): Promise<KeptToken> {
    const { credential } = call;
    const token = requestToken(call);
    kept.set(credential, token);
    try {
      return await token;
    } catch (error) {
      if (kept.get(credential) === token) kept.delete(credential);
      throw error;
    }
  }

  return {
    async find(call: ProviderCall): Promise<CloudToken> {
      const former = kept.get(call.credential);
      const known = await former;
      if (known !== undefined && known.expiresAt > Date.now()) return known;
      // Of the callers that awaited an expired token, the first requests a new one and the others share its
      // promise.
      const latest = kept.get(call.credential);
      return latest === undefined || latest === former ? fetchToken(call) : latest;
    },
    /** Removes a refused token from the cache unless another call has replaced it already. */
    async forget({ credential }: ProviderCall, { value }: CloudToken): Promise<void> {
      const known = await kept.get(credential)?.catch(() => undefined);
      if (known?.value === value) kept.delete(credential);
    },
  };
}

async function requestToken(call: ProviderCall): Promise<KeptToken> {
  const account = await readAccount(call.credential);
  const body = Buffer.from(
    new URLSearchParams({
      grant_type: grantType,
      assertion: await signAssertion(account),
    }).toString(),
  );
  const askedAt = Date.now();
  const answer = await requestJson("POST", new URL(account.token_uri), {
    // Other calls share this token, so its request must not end with the call that started it.
    call: { ...call, signal: AbortSignal.timeout(tokenTimeoutMs) },
    paid: false,
    stream: {
      contentType: "application/x-www-form-urlencoded",
      bytes: body.byteLength,
      async *open() {
        yield body;
      },
    },
    schema: tokenSchema,
    dialect,
  });
  return {
    value: answer.access_token,
    project: account.project_id,
    expiresAt: askedAt + answer.expires_in * 1_000 - marginMs,
  };
}

async function readAccount(setting: string): Promise<Account> {
  try {
    const text = setting.trimStart().startsWith("{") ? setting : await readFile(setting, "utf8");
    return accountSchema.parse(JSON.parse(text));
  } catch {
    // Not the cause: it repeats the setting or a part of the key.
    throw unusable("it is neither the JSON of a service account's key nor the path of one");
  }
}

async function signAssertion(account: Account): Promise<string> {
  const {
    client_email: issuer,
    private_key: pem,
    private_key_id: kid,
    token_uri: audience,
  } = account;
  const key = await importPKCS8(pem, "RS256").catch(() => {
    throw unusable("its private key cannot be read");
  });
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);
}

function unusable(reason: string): AppError {
  return new AppError("provider_credential_invalid", {
    cause: new Error(`The service account of Google Cloud cannot be used: ${reason}.`),
  });
}
