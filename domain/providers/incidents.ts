import type { CircuitState } from "./circuit.ts";

/** Change of the circuit of a provider or, with `modelId`, of one of its models. */
export interface CircuitChange {
  readonly providerSlug: string;
  /** Empty for the whole provider. */
  readonly modelId: string;
  readonly toState: CircuitState;
  /** An error code, or `trial`, `probe`, `operator`. */
  readonly cause: string;
  readonly createdAt: Date;
}

/** Time in which a circuit was not closed. */
export interface Incident {
  readonly providerSlug: string;
  readonly modelId: string;
  readonly cause: string;
  readonly startedAt: Date;
  /** Null while the circuit is not closed. */
  readonly endedAt: Date | null;
}

/**
 * Joins changes, oldest first, into incidents, newest first. An incident begins when its circuit leaves `closed`,
 * and includes every trial until the circuit is closed again. A recovery whose begin is not among the changes is
 * left out.
 */
export function toIncidents(changes: readonly CircuitChange[]): Incident[] {
  const open = new Map<string, Incident>();
  const ended: Incident[] = [];
  for (const { providerSlug, modelId, toState, cause, createdAt } of changes) {
    const circuit = `${providerSlug}/${modelId}`;
    const known = open.get(circuit);
    if (toState !== "closed") {
      open.set(
        circuit,
        known ?? { providerSlug, modelId, cause, startedAt: createdAt, endedAt: null },
      );
    } else if (known !== undefined) {
      ended.push({ ...known, endedAt: createdAt });
      open.delete(circuit);
    }
  }
  return [...open.values(), ...ended].toSorted(
    (left, right) => right.startedAt.getTime() - left.startedAt.getTime(),
  );
}
