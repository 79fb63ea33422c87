import { load, type LoadResult } from "./load.ts";
import { medianOf, round, type Row } from "./report.ts";

/** Other load on the machine varies, so each round measures all requests, and the median counts. */
const rounds = 5;
const connections = 32;
const warmUpSeconds = 3;

export interface LoadedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Sends a new idempotency key with each request. */
  readonly isKeyed?: boolean;
}

type Measured<Name extends string> = Record<Name, readonly LoadResult[]>;

/** Loads the requests one after the other, `seconds` each in total. Throws when a request fails. */
export async function measureRounds<Name extends string>(
  requests: Readonly<Record<Name, LoadedRequest>>,
  { seconds }: { seconds: number },
): Promise<Measured<Name>> {
  const names = Object.keys(requests) as Name[];
  // `fromEntries` loses the type of the keys.
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    LoadResult[]
  >;
  const measure = async (name: Name, loadSeconds: number) => {
    const { url, ...sent } = requests[name];
    const result = await load(url, { ...sent, connections, seconds: loadSeconds });
    if (result.failed > 0) throw new Error(`${result.failed} requests of ${name} failed`);
    return result;
  };
  for (const name of names) await measure(name, warmUpSeconds);
  for (let count = 0; count < rounds; count += 1) {
    for (const name of names) {
      measured[name].push(await measure(name, Math.max(1, Math.round(seconds / rounds))));
    }
  }
  return measured;
}

/** Compares the requests per second of two requests. */
export function compareRounds<Name extends string>(
  measured: Measured<Name>,
  name: Name,
  baseline: Name,
  against: string,
): Row {
  const ratios = measured[name].map(
    ({ requestsPerSecond }, index) =>
      requestsPerSecond / (measured[baseline][index]?.requestsPerSecond ?? Number.NaN),
  );
  const rateOf = ({ requestsPerSecond }: LoadResult) => requestsPerSecond;
  return {
    measured: rateOf(medianOf(measured[name], rateOf)),
    baseline: rateOf(medianOf(measured[baseline], rateOf)),
    ratio: round(medianOf(ratios, (ratio) => ratio)),
    against,
  };
}
