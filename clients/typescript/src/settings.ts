import { MediaEngineError } from "./errors.ts";

export interface MediaEngineOptions {
  /** URL of the engine, such as `https://media.example.com`. Default: the variable `GME_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** API key of a program. Default: the variable `GME_API_KEY`. */
  readonly apiKey?: string | undefined;
  /**
   * Access token of a signed-in person, read before each request. It is called with `expired: true` once when the
   * engine refuses the token of a request, which is then sent again.
   */
  readonly accessToken?:
    | ((why: { readonly expired: boolean }) => string | Promise<string>)
    | undefined;
  /** Repetitions of a request that failed for a passing reason. Default: 3. */
  readonly retriesMax?: number | undefined;
  /** Limit of one attempt of a request that returns JSON, in addition to the time for which it waits. Default: 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Sends requests in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Accepts an API key in a page: each visitor can read and use the key. */
  readonly dangerouslyAllowBrowserKey?: boolean | undefined;
}

export interface Settings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Headers of the credential. */
  readonly credential: (why: { readonly expired: boolean }) => Promise<Record<string, string>>;
  /** True if the credential can be renewed after a 401. */
  readonly isRenewable: boolean;
  readonly retriesMax: number;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/** Completes the options from the environment. Throws for each combination that cannot work or is not safe. */
export function toSettings(options: MediaEngineOptions): Settings {
  const { accessToken, retriesMax = 3, timeoutMs = 60_000 } = options;
  const baseUrl = options.baseUrl ?? environment("GME_BASE_URL");
  const apiKey =
    options.apiKey ?? (accessToken === undefined ? environment("GME_API_KEY") : undefined);
  if (options.apiKey !== undefined && accessToken !== undefined) {
    throw new MediaEngineError("Set either apiKey or accessToken, not both.");
  }
  if (apiKey !== undefined && isPage() && options.dangerouslyAllowBrowserKey !== true) {
    throw new MediaEngineError(
      "An API key in a page can be read by each visitor. Use accessToken, or call the engine from " +
        "your server. To accept the risk, set dangerouslyAllowBrowserKey.",
    );
  }
  const key = apiKey === undefined ? undefined : checkCredential(apiKey, "API key");
  return {
    baseUrl: checkBaseUrl(baseUrl),
    credential: async (why): Promise<Record<string, string>> => {
      if (accessToken !== undefined) {
        const token = checkCredential(await accessToken(why), "access token");
        return { authorization: `Bearer ${token}` };
      }
      return key === undefined ? {} : { "x-api-key": key };
    },
    isRenewable: accessToken !== undefined,
    retriesMax,
    timeoutMs,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  };
}

function checkBaseUrl(given: string | undefined): string {
  if (given === undefined) {
    throw new MediaEngineError(
      "Set baseUrl or the variable GME_BASE_URL to the URL of the engine.",
    );
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain =
    url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new MediaEngineError(
      "baseUrl must be an http or https URL without user, query and fragment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** Refuses what a header cannot carry: the error of `fetch` would show the credential. */
function checkCredential(given: string, name: string): string {
  const credential = given.trim();
  if (/^[\u0021-\u007e]+$/.test(credential)) return credential;
  throw new MediaEngineError(`The ${name} is empty, or has spaces or characters outside ASCII.`);
}

function isPage(): boolean {
  return "document" in globalThis && "window" in globalThis;
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
