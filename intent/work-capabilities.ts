import { type Context, listGroups } from "#domain/conversations/context.ts";
import { type Capability, servableCapabilities } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

import { toInputKind } from "./follow-up/reading.ts";

/** Lists the capabilities that one file of an earlier message can serve, with those that are sent with the message. */
export function workCapabilities(
  { attachments, capabilities: open }: Pick<MessageToParse, "attachments" | "capabilities">,
  context: Context,
): Capability[] {
  const media = new Set(
    listGroups(context).flatMap(({ files }) => files.map(({ medium }) => medium)),
  );
  const servable = [...media].flatMap((medium) => {
    const kind = toInputKind(medium);
    return kind === null ? [] : servableCapabilities([...attachments, kind]);
  });
  return [...new Set(servable)].filter((capability) => open?.includes(capability) ?? true);
}
