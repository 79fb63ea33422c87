import { setTimeout as delay } from "node:timers/promises";

import { CliError, exitCodes } from "./cli-error.ts";

const clientId = "gme";
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
/** Pause between two polls when the engine names none (RFC 8628, 3.2). */
const pollSecondsDefault = 5;
const requestMs = 30_000;

interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete?: string;
  readonly expires_in: number;
  readonly interval?: number;
}

/**
 * Gets an API key by the decision of a person in a browser, on this or on another machine (RFC 8628). `show` gets the URL
 * and the code for the person.
 */
export async function getKeyByDevice(
  url: string,
  show: (device: { readonly url: string; readonly code: string }) => void,
): Promise<string> {
  const base = url.replace(/\/+$/, "");
  const metadata = await call(`${base}/.well-known/oauth-authorization-server`, {});
  const { issuer } = metadata.body as { issuer?: unknown };
  if (metadata.status !== 200 || typeof issuer !== "string") {
    throw new CliError(
      `${url} does not offer sign-in with a browser. Store an API key: gme login --key -`,
      exitCodes.credential,
    );
  }
  const resource = `${issuer.replace(/\/+$/, "")}/oauth/api-key`;
  const started = await post(`${base}/oauth/device`, { client_id: clientId, resource });
  if (started.status !== 200) throw refusal(started.body);
  const device = started.body as DeviceCode;
  show({
    url: device.verification_uri_complete ?? device.verification_uri,
    code: device.user_code,
  });
  const token = await pollToken(`${base}/oauth/token`, device);
  const issued = await call(`${base}/oauth/api-key`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const { apiKey } = issued.body as { apiKey?: unknown };
  if (issued.status !== 201 || typeof apiKey !== "string") throw refusal(issued.body);
  return apiKey;
}

/** Revokes a key that `getKeyByDevice` has returned. Returns false when the engine could not be asked. */
export async function giveBackKey({
  url,
  apiKey,
}: {
  url: string;
  apiKey: string;
}): Promise<boolean> {
  try {
    const { status } = await call(`${url.replace(/\/+$/, "")}/oauth/api-key`, {
      method: "DELETE",
      headers: { "x-api-key": apiKey },
    });
    // A key that is refused has been revoked or has expired.
    return status === 204 || status === 401;
  } catch {
    return false;
  }
}

async function pollToken(endpoint: string, device: DeviceCode): Promise<string> {
  let pauseSeconds = device.interval ?? pollSecondsDefault;
  const endsAt = Date.now() + device.expires_in * 1_000;
  while (Date.now() < endsAt) {
    const { status, body } = await post(endpoint, {
      grant_type: deviceGrant,
      client_id: clientId,
      device_code: device.device_code,
    });
    const { access_token: token, error } = body as { access_token?: unknown; error?: unknown };
    if (status === 200 && typeof token === "string") return token;
    if (error === "slow_down") pauseSeconds += pollSecondsDefault;
    else if (error !== "authorization_pending" && status < 500) throw refusal(body);
    await delay(pauseSeconds * 1_000);
  }
  throw new CliError("The code has expired. Start again: gme login --device", exitCodes.tryLater);
}

function refusal(body: unknown): CliError {
  const { error, error_description: description, detail } = body as Record<string, unknown>;
  if (error === "access_denied") {
    return new CliError("The request was refused in the browser.", exitCodes.credential);
  }
  const reason = [description, detail, error].find((one) => typeof one === "string");
  return new CliError(
    `The engine refused the sign-in${reason === undefined ? "." : `: ${reason}`}`,
    exitCodes.credential,
  );
}

async function post(endpoint: string, fields: Record<string, string>) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return call(endpoint, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
}

async function call(
  endpoint: string,
  request: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ readonly status: number; readonly body: object }> {
  try {
    const response = await fetch(endpoint, {
      ...request,
      headers: { accept: "application/json", ...request.headers },
      signal: AbortSignal.timeout(requestMs),
      redirect: "error",
    });
    const text = await response.text();
    return { status: response.status, body: parseObject(text) };
  } catch {
    const { origin } = new URL(endpoint);
    throw new CliError(`The engine at ${origin} could not be reached.`, exitCodes.fault);
  }
}

function parseObject(text: string): object {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
