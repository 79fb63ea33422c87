import { servableCapabilities } from "#domain/requests/capability.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

type Request = Pick<MessageToParse, "attachments" | "capabilities">;

/**
 * Lists the capabilities among which a message decides: those that the attachments can serve, of those that
 * the request leaves open.
 */
export function possibleCapabilities({ attachments, capabilities: open }: Request): Capability[] {
  const servable = servableCapabilities(attachments);
  return open === undefined ? servable : servable.filter((capability) => open.includes(capability));
}

/**
 * Returns the only capability that the request leaves open; its message then states nothing but subject and
 * parameters. Undefined when the message decides.
 */
export function settledCapability(request: Request): Capability | undefined {
  const { capabilities: open } = request;
  if (open === undefined) return undefined;
  const left = open.length === 1 ? open : possibleCapabilities(request);
  return left.length === 1 ? left[0] : undefined;
}
