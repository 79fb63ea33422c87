/** Limit of steps in a sign-in; stops a redirect loop. */
const stepsMax = 20;

export interface BrowserAnswer {
  /** The URL as the browser sees it, before `hosts` are substituted. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Target of a redirect; null without one. */
  readonly location: URL | null;
}

export interface Visit {
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Keeps cookies per origin and follows links, as a browser does. */
export interface Browser {
  /** Sends one request; does not follow redirects. */
  visit(url: string | URL, visit?: Visit): Promise<BrowserAnswer>;
  /** Cookies that it would send to an origin, `name` → `value`. */
  cookiesOf(origin: string): Map<string, string>;
  /**
   * Signs in at an identity provider as the named person, or declines there. Returns the first URL that
   * begins with `stopAt` without requesting it.
   */
  goThrough(
    url: string | URL,
    options: { readonly as: string; readonly stopAt: string; readonly refuse?: boolean },
  ): Promise<URL>;
}

/** `hosts` maps fictitious origins to the URLs of the local servers. */
export function createBrowser(hosts: Readonly<Record<string, string>>): Browser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  async function visit(to: string | URL, { form, headers }: Visit = {}): Promise<BrowserAnswer> {
    const url = new URL(to);
    const jar = jarOf(url.origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${hosts[url.origin] ?? url.origin}${url.pathname}${url.search}`, {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
    const { status } = response;
    const location = response.headers.get("location");
    return {
      url,
      status,
      headers: response.headers,
      body: await response.text(),
      location: location === null ? null : new URL(location, url),
    };
  }

  return {
    visit,
    cookiesOf: jarOf,
    async goThrough(url, { as, stopAt, refuse = false }) {
      let answer = await visit(url);
      for (let steps = 0; steps < stepsMax; steps += 1) {
        if (answer.location?.href.startsWith(stopAt) === true) return answer.location;
        answer =
          answer.location === null
            ? await visit(...submission(answer, { as, refuse }))
            : await visit(answer.location);
      }
      throw new Error(`the browser did not arrive at ${stopAt}`);
    },
  };
}

/** Submits a page as a person would: signs in and consents, or follows the link that aborts. */
function submission(
  { url, body, status }: BrowserAnswer,
  { as, refuse }: { as: string; refuse: boolean },
): [URL, Visit?] {
  const wayOut = /href="([^"]*abort[^"]*)"/.exec(body)?.[1];
  if (refuse && wayOut !== undefined) return [new URL(wayOut, url)];
  const action = /<form[^>]* action="([^"]*)"/.exec(body)?.[1];
  if (action === undefined) throw new Error(`no form at ${url.href} (${status}): ${body}`);
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  return [
    new URL(action, url),
    { form: { ...Object.fromEntries(hidden), login: as, password: "x" } },
  ];
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf("="));
  const gone = attributes.some((one) => /^max-age=0$|^expires=thu, 01 jan 1970/i.test(one));
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(pair.indexOf("=") + 1));
}
