import type { FollowUpAct, Reference } from "#domain/conversations/follow-up.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { ParsedMessage } from "#domain/requests/intent.ts";

/** Evidence for a candidate; its weight is learned. */
export type Trait = string | { readonly name: string; readonly value: number };

export const places = ["newest", "older", "sent", "one of several"] as const;
export type Place = (typeof places)[number];

/** One thing that a message may mean. */
export interface Candidate {
  readonly act: FollowUpAct | "ask" | "refuse";
  readonly capability?: Capability | undefined;
  /** Change of an earlier request that the message says without a value. */
  readonly change?: string | undefined;
  /** Place of its files in the conversation. */
  readonly place?: Place | undefined;
  /** Files on which it works, or which it repeats. */
  readonly refersTo?: readonly Reference[] | undefined;
  readonly traits: readonly Trait[];
  build(): ParsedMessage;
}
