import type { ContentType } from "#domain/requests/capability.ts";

/** Relation of a message to the earlier messages of its conversation. */
export const followUpActs = [
  "answer",
  "repeat",
  "adjust",
  "edit",
  "convert",
  "keep",
  "new",
] as const;
export type FollowUpAct = (typeof followUpActs)[number];

/** A file of an earlier message: a result of its job, or an input that was sent with it. Ordinals count from 0. */
export type Reference =
  | { readonly kind: ContentType; readonly outputOf: string; readonly ordinal: number }
  | { readonly kind: ContentType; readonly inputOf: string; readonly ordinal: number };

/** Understanding of a message in its conversation. */
export interface Understood {
  act: FollowUpAct;
  /** Files of earlier messages on which the request works, or which it repeats. */
  refersTo: Reference[];
}
