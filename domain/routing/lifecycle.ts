export type ModelStatus = "active" | "preview" | "deprecated" | "retired" | "disabled";

/** A model is called deprecated this many days before it is retired. */
const noticeDays = 90;
const dayMs = 86_400_000;

export interface Lifecycle {
  /** Status in the catalog. */
  readonly status: ModelStatus;
  /** First day (UTC, `YYYY-MM-DD`) on which the model cannot be used any more. */
  readonly retiresOn?: string | null | undefined;
  /** Operators' switch. */
  readonly enabled: boolean;
}

/** Returns the current status of a model: the date of retirement decides, whatever the age of the catalog. */
export function modelStatusAt({ status, retiresOn, enabled }: Lifecycle, now: Date): ModelStatus {
  if (!enabled) return "disabled";
  if (status === "retired" || status === "disabled" || retiresOn == null) return status;
  const leftMs = Date.parse(retiresOn) - now.getTime();
  if (leftMs <= 0) return "retired";
  return leftMs <= noticeDays * dayMs ? "deprecated" : status;
}

/** Notice on the job for a caller of a deprecated model. */
export function deprecationNotice({
  modelId,
  status,
  retiresOn,
  replacedBy,
}: {
  readonly modelId: string;
  readonly status: ModelStatus;
  readonly retiresOn: string | null;
  readonly replacedBy: string | null;
}): string | null {
  if (status !== "deprecated") return null;
  const when = retiresOn === null ? "is deprecated" : `will be retired on ${retiresOn}`;
  return `${modelId} ${when}${replacedBy === null ? "." : `; ${replacedBy} replaces it.`}`;
}

/** Reports whether a model can be called now and is still sold. */
export function isUsable({
  unavailable,
  status,
}: {
  readonly unavailable: unknown;
  readonly status: ModelStatus;
}): boolean {
  return unavailable === null && isSold(status);
}

export function isSold(status: ModelStatus): boolean {
  return status === "active" || status === "preview" || status === "deprecated";
}
