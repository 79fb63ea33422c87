export interface Device {
  readonly browser: string;
  readonly system: string;
}

/** Order matters: Edge and Opera name Chrome, and Chrome names Safari. */
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

/** Order matters: Android names Linux, and iPhones name Mac OS. */
const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Browser and system that a user agent names; undefined for other clients. */
export function deviceOf(userAgent: string | null): Device | undefined {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return browser === undefined || system === undefined ? undefined : { browser, system };
}
