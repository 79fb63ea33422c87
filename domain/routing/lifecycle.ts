export type ModelStatus = "active" | "preview" | "deprecated" | "retired" | "disabled";

/** A model whose end is known is called deprecated from so many days before. */
const noticeDays = 90;
const dayMs = 86_400_000;

export interface Lifecycle {
  /** What the catalog says. */
  readonly status: ModelStatus;
  /** The first day (UTC, `YYYY-MM-DD`) on which it cannot be used any more. */
  readonly retiresOn?: string | null | undefined;
  /** Operators' switch. */
  readonly enabled: boolean;
}

/** What a model is now: the day decides, whenever the catalog was written. */
export function modelStatusAt({ status, retiresOn, enabled }: Lifecycle, now: Date): ModelStatus {
  if (!enabled) return "disabled";
  if (status === "retired" || status === "disabled" || retiresOn == null) return status;
  const leftMs = Date.parse(retiresOn) - now.getTime();
  if (leftMs <= 0) return "retired";
  return leftMs <= noticeDays * dayMs ? "deprecated" : status;
}

/** What a caller of a deprecated model is told on the job. */
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
