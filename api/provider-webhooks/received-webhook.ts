/** A webhook as it came: signatures are about bytes, so nothing of it is parsed before. */
export interface ReceivedWebhook {
  /** By name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** How far the sender's clock may be from ours; what is older is a replay. */
const clockSecondsMax = 300;

/** Whether a timestamp, in Unix seconds, is of now. */
export function isOfNow(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= clockSecondsMax;
}
