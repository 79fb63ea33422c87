/** A provider's response to one POST of a request. */
export type Answer =
  | { readonly kind: "take" }
  /** Accepts the request and works on it; the response comes late. */
  | { readonly kind: "take late"; readonly afterMs: number }
  /** The connection breaks before the provider has the request. */
  | { readonly kind: "lose request" }
  /** The connection breaks after the provider has accepted the request. */
  | { readonly kind: "lose answer" }
  /** As `lose answer`, and the provider then refuses connections for a while. */
  | { readonly kind: "lose answer, go away" }
  | { readonly kind: "refuse"; readonly status: 401 | 402 | 403 | 422 | 429 | 500 | 503 };

export interface Behaviour {
  readonly name: string;
  /** Used in order, one per POST of a request; later POSTs are accepted. */
  readonly answers: readonly Answer[];
  readonly workMs: number;
  readonly end: "succeeds" | "fails";
  /** True when a cancellation stops the generation. */
  readonly stops: boolean;
  /** Relative frequency. */
  readonly weight: number;
}

type RefusedStatus = (Answer & { kind: "refuse" })["status"];

const lost: Answer = { kind: "lose answer" };
const refused = (status: RefusedStatus): Answer => ({ kind: "refuse", status });
const takenLate = (afterMs: number): Answer => ({ kind: "take late", afterMs });
/** The number of attempts that the engine makes at one provider before it fails over. */
const busy: readonly Answer[] = Array.from({ length: 3 }, () => refused(429));

function behaviour(name: string, given: Partial<Omit<Behaviour, "name">> = {}): Behaviour {
  return { name, answers: [], workMs: 0, end: "succeeds", stops: true, weight: 1, ...given };
}

export const plainBehaviour = behaviour("plain", { weight: 6 });

/** Behaviours of providers, alone and after a lost response. */
export const behaviours: readonly Behaviour[] = [
  plainBehaviour,
  behaviour("works 1 s", { workMs: 1_000, weight: 3 }),
  behaviour("works 4 s", { workMs: 4_000, weight: 3 }),
  behaviour("works 9 s", { workMs: 9_000, weight: 2 }),
  behaviour("responds after 3 s", { answers: [takenLate(3_000)], workMs: 3_000, weight: 2 }),
  // Longer than a restart.
  behaviour("responds after 15 s", { answers: [takenLate(15_000)], workMs: 15_000, weight: 2 }),
  behaviour("fails", { workMs: 500, end: "fails" }),
  behaviour("cannot be stopped", { workMs: 6_000, stops: false }),
  behaviour("422", { answers: [refused(422)] }),
  behaviour("429", { answers: [refused(429)] }),
  behaviour("429 until fail-over", { answers: busy }),
  behaviour("503", { answers: [refused(503)] }),
  behaviour("500", { answers: [refused(500)] }),
  behaviour("401", { answers: [refused(401)], weight: 0.3 }),
  behaviour("loses the request", { answers: [{ kind: "lose request" }] }),
  behaviour("lost", { answers: [lost] }),
  behaviour("lost, works 5 s", { answers: [lost], workMs: 5_000 }),
  behaviour("lost twice", { answers: [lost, lost], workMs: 2_000 }),
  behaviour("lost, then 429", { answers: [lost, refused(429)] }),
  behaviour("lost, then 429 until fail-over", { answers: [lost, ...busy], workMs: 2_000 }),
  behaviour("429, then lost, then 429", { answers: [refused(429), lost, refused(429)] }),
  behaviour("lost, then 503", { answers: [lost, refused(503)] }),
  behaviour("lost, then 422", { answers: [lost, refused(422)] }),
  behaviour("lost, then 401", { answers: [lost, refused(401)], workMs: 2_000, weight: 0.5 }),
  behaviour("lost, then 402", { answers: [lost, refused(402)], weight: 0.5 }),
  behaviour("lost, then 403", { answers: [lost, refused(403)], weight: 0.5 }),
  behaviour("lost, then no connection", {
    answers: [{ kind: "lose answer, go away" }],
    workMs: 3_000,
    weight: 0.5,
  }),
];

/** Reads the behaviour from its name in the prompt, so a seed repeats it. */
export function behaviourOf(prompt: string): Behaviour {
  const name = /behaviour (.+)$/.exec(prompt)?.[1];
  const found = behaviours.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no behaviour in the prompt: ${prompt}`);
  return found;
}

/** Chooses by weight; `draw` is at least 0 and less than 1. */
export function chooseBehaviour(wanted: readonly Behaviour[], draw: number): Behaviour {
  let left = draw * wanted.reduce((sum, { weight }) => sum + weight, 0);
  return wanted.find(({ weight }) => (left -= weight) < 0) ?? plainBehaviour;
}
