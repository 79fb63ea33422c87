/** Reasons of a report; `minors` is the abuse of a child. */
export const abuseCategories = [
  "minors",
  "intimate_image",
  "illegal",
  "personal_data",
  "copyright",
  "other",
] as const;
export type AbuseCategory = (typeof abuseCategories)[number];

export const abuseReportStatuses = ["open", "dismissed", "quarantined"] as const;
export type AbuseReportStatus = (typeof abuseReportStatuses)[number];

/** Content that a report names. At most one of the ids is known to exist. */
export interface ReportedContent {
  readonly outputId: string | null;
  readonly assetId: string | null;
  readonly jobId: string | null;
  /** Token of a public link. */
  readonly shareToken: string | null;
  /** The reported text without secrets of a URL: its query, its fragment and the token of a public link. */
  readonly reference: string;
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const outputPattern = idPattern("out");
const assetPattern = idPattern("ast");
const jobPattern = idPattern("job");
/** 32 bytes in base64url, as `createShare` makes them. */
const sharePattern = /\/s\/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/;

/** Finds out what a URL or an id names. Only reads the text: nothing is fetched or looked up. */
export function readReference(text: string): ReportedContent {
  const path = text.trim().replace(/[?#].*$/su, "");
  return {
    outputId: outputPattern.exec(path)?.[1] ?? null,
    assetId: assetPattern.exec(path)?.[1] ?? null,
    jobId: jobPattern.exec(path)?.[1] ?? null,
    shareToken: sharePattern.exec(path)?.[1] ?? null,
    reference: path.replace(sharePattern, "/s/…"),
  };
}

function idPattern(prefix: string): RegExp {
  return new RegExp(`(?:^|[^A-Za-z0-9])(${prefix}_${uuid})(?![0-9a-f])`);
}
