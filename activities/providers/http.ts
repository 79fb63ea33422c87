import type { z } from "zod";

import { AppError, type ErrorCode } from "#domain/errors.ts";

import type { ProviderCall } from "./adapter.ts";

/** An answer is metadata or one base64 image; more than this is a fault of the provider. */
const answerBytesMax = 64 * 1024 * 1024;

interface ProviderRequest {
  readonly call: ProviderCall;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is; the adapter sets the content type. */
  readonly rawBody?: Uint8Array | FormData;
  /**
   * Whether this request may cost money. A lost answer to it is `provider_outcome_unknown`; a lost
   * answer to any other can simply be asked for again.
   */
  readonly paid: boolean;
  /** Reads the provider's error body; the default maps by status alone. */
  readonly toError?: (status: number, body: string) => AppError | undefined;
}

/** One HTTP request without any retry. Throws `AppError` of the provider group only. */
export async function requestJson<Schema extends z.ZodType>(
  method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH",
  path: string,
  request: ProviderRequest & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const { text } = await send(method, path, request);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw unreadable(request.paid, "the answer is not JSON", error);
  }
  const result = request.schema.safeParse(parsed);
  if (!result.success) throw unreadable(request.paid, "the answer has another shape", result.error);
  return result.data;
}

/** Like `requestJson` for calls whose answer does not matter. */
export async function requestNothing(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  request: ProviderRequest,
): Promise<void> {
  await send(method, path, request);
}

async function send(
  method: string,
  path: string,
  request: ProviderRequest,
): Promise<{ text: string }> {
  const { call, paid } = request;
  // Certainly not sent: an attempt that was held up may have been given up, and another sends.
  if (paid && call.sendBefore !== undefined && Date.now() > call.sendBefore) {
    throw new AppError("provider_unreachable", { details: { reason: "held up before sending" } });
  }
  let response: Response;
  try {
    response = await fetch(`${call.baseUrl.replace(/\/+$/, "")}${path}`, {
      method,
      redirect: "error",
      signal: call.signal,
      headers: {
        accept: "application/json",
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      body: request.body === undefined ? (request.rawBody ?? null) : JSON.stringify(request.body),
    });
  } catch (error) {
    throw transportError(paid, error);
  }
  const text = await readBounded(response, paid);
  if (response.ok) return { text };
  throw request.toError?.(response.status, text) ?? statusError(response, paid);
}

async function readBounded(response: Response, paid: boolean): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > answerBytesMax) throw unreadable(paid, "the answer is too large");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw transportError(paid, error);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Failures before a byte was sent: the provider cannot have taken the request. */
const notSentCodes = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

function transportError(paid: boolean, error: unknown): AppError {
  const code = causeCode(error);
  if (!paid || (code !== undefined && notSentCodes.includes(code))) {
    return new AppError("provider_unreachable", { cause: error });
  }
  return new AppError("provider_outcome_unknown", { cause: error });
}

function causeCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined;
}

function statusError(response: Response, paid: boolean): AppError {
  const retryAfterSeconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const details = {
    status: response.status,
    ...(Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  };
  return new AppError(codeOfStatus(response.status, paid, "retryAfterSeconds" in details), {
    details,
  });
}

function codeOfStatus(status: number, paid: boolean, saysWhen: boolean): ErrorCode {
  if (status === 429) return "provider_rate_limited";
  if (status === 401 || status === 403) return "provider_credential_invalid";
  if (status === 402) return "provider_balance_empty";
  if (status === 404 || status === 410)
    return paid ? "provider_rejected" : "provider_result_expired";
  if (status < 500) return "provider_rejected";
  // A 503 that says when to come back was given before acceptance; any other 5xx may come after it.
  if (status === 503 && saysWhen) return "provider_overloaded";
  return paid ? "provider_outcome_unknown" : "provider_overloaded";
}

function unreadable(paid: boolean, reason: string, cause?: unknown): AppError {
  return new AppError(paid ? "provider_outcome_unknown" : "provider_response_invalid", {
    details: { reason },
    cause,
  });
}
