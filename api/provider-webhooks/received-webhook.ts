/** Unparsed webhook: signatures cover its bytes. */
export interface ReceivedWebhook {
  /** Looks up a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** Maximum difference between the clocks of sender and receiver; an older webhook is a replay. */
const clockSecondsMax = 300;

/** Returns true for a timestamp, in Unix seconds, within `clockSecondsMax` of now. */
export function isOfNow(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= clockSecondsMax;
}
