import { ApiError } from "@gme/client";

import { fragment } from "./fragment.ts";
import { sendJson } from "./send-json.ts";

/**
 * The session of this browser. The refresh token is an HttpOnly cookie; the binding, without which the cookie is
 * useless, is in this origin's storage; the access token is in memory only. Tabs share access tokens through a
 * channel and refresh one at a time under a lock.
 */
export type SessionStatus = "starting" | "signed-in" | "signed-out";

/** Response of the sign-in routes with `keep: "cookie"`. */
interface SessionTokens {
  readonly accessToken: string;
  readonly expiresIn: number;
  /** Only in responses that begin a session. */
  readonly binding?: string;
  /** Position of the stream of changes before the token; absent when too many transactions were open. */
  readonly lastEventId?: string;
}

interface Token {
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly lastEventId?: string | undefined;
}

type Message = ({ readonly type: "token" } & Token) | { readonly type: "signed-out" };

const bindingKey = "gme-session-binding";
const bindingHeader = "x-session-binding";
const signingInKey = "gme-signing-in";
const lockName = "gme-session";
/** Tokens are replaced this long before their end. */
const marginMs = 60_000;

let status: SessionStatus = "starting";
let token: Token | undefined;
/** Position before the first token of the present organization, so before every read of this page. */
let firstEventId: string | undefined;
const listeners = new Set<() => void>();
const channel = new BroadcastChannel("gme-session");
channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.type === "token") become("signed-in", data);
  else become("signed-out", undefined);
});

export function sessionStatus(): SessionStatus {
  return status;
}

/** Organization of the access token; undefined without a session. */
export function sessionOrganization(): string | undefined {
  const [, claims] = token?.accessToken.split(".") ?? [];
  if (claims === undefined) return undefined;
  const json = atob(claims.replaceAll("-", "+").replaceAll("_", "/"));
  return (JSON.parse(json) as { readonly org: string }).org;
}

/** Position of the stream of changes before every read of this page; undefined when the server has sent none. */
export function sessionEventId(): string | undefined {
  return firstEventId;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks this tab before it leaves for an identity provider: only such a tab accepts a binding from its URL. */
export function beginProviderSignIn(provider: string): void {
  sessionStorage.setItem(signingInKey, "1");
  location.assign(`/v1/auth/${provider}?state=${encodeURIComponent(location.origin)}`);
}

/** Continues the session of an earlier visit, or the one that an identity provider has confirmed. */
export async function restoreSession(): Promise<void> {
  const binding = fragment.get("binding");
  const isExpected = sessionStorage.getItem(signingInKey) !== null;
  sessionStorage.removeItem(signingInKey);
  if (binding !== undefined && isExpected) localStorage.setItem(bindingKey, binding);
  if (localStorage.getItem(bindingKey) === null) return become("signed-out", undefined);
  await refresh(undefined).catch((error: unknown) => {
    // Only the server knows whether the session still exists; without it, the sign-in page says what is wrong.
    if (status === "starting") become("signed-out", undefined);
    if (!isEnded(error)) throw error;
  });
}

export async function signInWithPassword(email: string, password: string): Promise<void> {
  begin(await sendJson<SessionTokens>("/v1/auth/login", { email, password, keep: "cookie" }));
}

/** Redeems the token of a sign-in link, which works once. */
export async function signInWithLink(link: string): Promise<void> {
  begin(await sendJson<SessionTokens>("/app/sign-in-link", { token: link, keep: "cookie" }));
}

/** Ends the session on the server and in every tab. */
export async function signOut(): Promise<void> {
  const authorization = { authorization: `Bearer ${await accessToken({ expired: false })}` };
  await sendJson("/v1/auth/logout", { keep: "cookie" }, { ...authorization, ...bindingHeaders() });
  end();
}

/** Continues the session in another organization of the person. */
export async function switchOrganization(organizationId: string): Promise<void> {
  await refresh(token?.accessToken, organizationId);
}

/** Valid access token for a request; `expired` says that the server has refused the present one. */
export async function accessToken({ expired }: { readonly expired: boolean }): Promise<string> {
  const current = token;
  if (current !== undefined && !expired && current.expiresAt - marginMs > Date.now()) {
    return current.accessToken;
  }
  return refresh(current?.accessToken);
}

/** Replaces the access token, unless another tab has replaced it while this one waited for the lock. */
async function refresh(former: string | undefined, organizationId?: string): Promise<string> {
  return withLock(async () => {
    if (token !== undefined && token.accessToken !== former && organizationId === undefined) {
      return token.accessToken;
    }
    try {
      const body = { keep: "cookie", ...(organizationId === undefined ? {} : { organizationId }) };
      const tokens = await sendJson<SessionTokens>("/v1/auth/refresh", body, bindingHeaders());
      begin(tokens);
      return tokens.accessToken;
    } catch (error) {
      if (isEnded(error)) end();
      throw error;
    }
  });
}

function begin({ accessToken: value, expiresIn, binding, lastEventId }: SessionTokens): void {
  if (binding !== undefined) localStorage.setItem(bindingKey, binding);
  const next = { accessToken: value, expiresAt: Date.now() + expiresIn * 1_000, lastEventId };
  publish({ type: "token", ...next });
  become("signed-in", next);
}

function end(): void {
  localStorage.removeItem(bindingKey);
  // Drafts belong to the person who has left.
  sessionStorage.clear();
  publish({ type: "signed-out" });
  become("signed-out", undefined);
}

function publish(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin.
  channel.postMessage(message);
}

function become(next: SessionStatus, nextToken: Token | undefined): void {
  const former = sessionOrganization();
  token = nextToken;
  // The reads of the page may be older than the position of a later token.
  if (sessionOrganization() !== former) firstEventId = nextToken?.lastEventId;
  status = next;
  for (const listener of listeners) listener();
}

function bindingHeaders(): Record<string, string> {
  const binding = localStorage.getItem(bindingKey);
  return binding === null ? {} : { [bindingHeader]: binding };
}

function isEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Browsers give no locks to pages of plain http at other than loopback names; tabs may then refresh twice. */
async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lockName, work);
}
