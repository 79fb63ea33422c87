/** A disturbance of the engine, with its time span. */
export interface Disturbance {
  readonly kind: string;
  /** The disturbed targets: processes, `postgres`, `storage`, providers by slug. */
  readonly hit: readonly string[];
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
}

export interface Journal {
  /** Seconds since the run began, for lines of a timeline. */
  now(): string;
  /** Records the beginning of a disturbance; call the returned function at its end. */
  begin(kind: string, hit: readonly string[]): () => void;
  /** Records the end of a process that had no chance to finish anything. */
  noteKill(member: string): void;
  /** Kind → count. */
  counts(): Readonly<Record<string, number>>;
  /** Describes the disturbances in a time span, as readable lines. */
  describe(from: number, to: number): string[];
  describeSpan(from: number, to: number): string;
  /**
   * True when knowledge that a process had at an instant may have died with it: the process was killed or
   * frozen before it had a fair chance to record it. The chance begins when its database and storage work
   * again.
   */
  mayHaveForgotten(member: string, at: number): boolean;
  /** True when a process was killed or frozen within a few seconds of an instant. */
  wasKilled(member: string, at: number): boolean;
  /** True when a target was disturbed at some time in a span. */
  wasHit(targets: readonly string[], from: number, to: number): boolean;
}

/** Time that a process needs in a busy run to record what it knows, without a disturbance. */
const chanceMs = 15_000;

/** Time until the peers of a killed process notice its end on a busy machine. */
const noticeMs = 3_000;

export function createJournal(): Journal {
  const startedAt = Date.now();
  const disturbances: Disturbance[] = [];
  const kills: { readonly member: string; readonly at: number }[] = [];
  const seconds = (at: number) => `${((at - startedAt) / 1_000).toFixed(1)} s`;
  const describeSpan = (from: number, to: number | null) =>
    `${seconds(from)}–${to === null || to === Infinity ? "the end" : seconds(to)}`;

  function overlapping(from: number, to: number): Disturbance[] {
    return disturbances.filter((each) => each.from <= to && (each.to ?? Infinity) >= from);
  }

  /** End of the first quiet span after an instant in which a process could write. */
  function chanceEnd(member: string, at: number): number {
    const needed = [member, "postgres", "storage"];
    let end = at + chanceMs;
    for (const { from, hit, to } of overlapping(at, Infinity).toSorted((a, b) => a.from - b.from)) {
      if (from <= end && hit.some((target) => needed.includes(target))) {
        end = Math.max(end, (to ?? Infinity) + chanceMs);
      }
    }
    return end;
  }

  return {
    now: () => seconds(Date.now()),
    begin(kind, hit) {
      const disturbance: Disturbance = { kind, hit, from: Date.now(), to: null };
      disturbances.push(disturbance);
      return () => {
        disturbance.to ??= Date.now();
      };
    },
    noteKill(member) {
      kills.push({ member, at: Date.now() });
    },
    counts() {
      const counts = new Map<string, number>();
      for (const { kind } of disturbances) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
    },
    describe: (from, to) =>
      overlapping(from, to).map(
        ({ kind, hit, ...span }) =>
          `${describeSpan(span.from, span.to)} ${kind} (${hit.join(", ")})`,
      ),
    describeSpan,
    mayHaveForgotten(member, at) {
      const end = chanceEnd(member, at);
      return kills.some((kill) => kill.member === member && kill.at >= at - 500 && kill.at <= end);
    },
    wasKilled: (member, at) =>
      kills.some((kill) => kill.member === member && Math.abs(kill.at - at) <= noticeMs),
    wasHit: (targets, from, to) =>
      overlapping(from, to).some(({ hit }) => hit.some((target) => targets.includes(target))),
  };
}
