import type { PhraseState } from "./state.ts";

export function takeColor(state: PhraseState, value: string): void {
  if (state.pending.length === 0) state.described = state.isAfterSubject ? state.latest : null;
  state.pending.push(value);
  state.isAfterSubject = false;
}

export function describeSubject(state: PhraseState): void {
  const subject = state.described === null ? undefined : state.subjects.get(state.described);
  const [color] = state.pending;
  if (!subject || state.described === null || color === undefined || subject.color !== null) return;
  state.subjects.set(state.described, { ...subject, color });
  state.pending = [];
}

export function releaseColors(state: PhraseState, to: string[]): void {
  to.push(...state.pending);
  state.pending = [];
}

/** In "two parrots, one red and one blue", a number and a colour without a noun describe one of the former subjects. */
export function splitMember(state: PhraseState): void {
  const former = state.latest === null ? undefined : state.subjects.get(state.latest);
  const [color] = state.pending;
  const isOther = state.count !== null && color !== undefined && state.described === null;
  if (
    !isOther ||
    !state.isListingMembers ||
    !former ||
    state.latest === null ||
    state.count === null
  )
    return;
  const rest = former.count - state.count;
  if (rest < 0) return;
  state.subjects.set(`${former.emoji} ${color}`, { ...former, count: state.count, color });
  if (rest > 0) state.subjects.set(state.latest, { ...former, count: rest });
  else state.subjects.delete(state.latest);
  state.group = [
    ...state.group.filter((key) => state.subjects.has(key)),
    `${former.emoji} ${color}`,
  ];
  if (rest === 0) state.latest = `${former.emoji} ${color}`;
  state.count = null;
  state.pending = [];
}
