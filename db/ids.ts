import { uuidv7 } from "uuidv7";

const prefixes = {
  account: "acc",
  organization: "org",
  apiKey: "key",
  job: "job",
  batch: "bat",
  submission: "sub",
  output: "out",
  asset: "ast",
  session: "ses",
  auditEntry: "aud",
  invitation: "inv",
  mail: "mai",
  webhook: "whk",
  estimate: "est",
  event: "msg",
  delivery: "dlv",
} as const;

/** A UUIDv7 with the prefix of its type, so that ids sort by creation and say what they name. */
export function createId(type: keyof typeof prefixes): string {
  return `${prefixes[type]}_${uuidv7()}`;
}
