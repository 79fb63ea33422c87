import { code, markdownTable, plainMarkdown } from "#scripts/docs/markdown-table.ts";

import type { CheckEntry, CheckFailure, CheckReport } from "./check-report.ts";

/** Renders the report as Markdown. */
export function presentReport({ services }: CheckReport): string {
  const rows = Object.entries(services).map(([slug, entry]) => [
    slug,
    code(entry.model),
    entry.capability,
    dayOf(entry),
    presentPrice(entry),
    "requestId" in entry ? plainMarkdown(entry.requestId ?? "") : "",
    plainMarkdown(presentOutcome(entry)),
  ]);
  const head = ["service", "model", "made", "day", "price", "request", "outcome"];
  return `# Providers that were called

${markdownTable(head, rows)}
`;
}

export function presentPrice({ usd, credits }: Pick<CheckEntry, "usd" | "credits">): string {
  const dollars = usd.toFixed(4).replace(/0{1,2}$/, "");
  return `$${dollars}, ${credits} ${credits === 1 ? "credit" : "credits"}`;
}

export function dayOf(entry: CheckEntry): string {
  return ("sentAt" in entry ? entry.sentAt : entry.at).slice(0, 10);
}

/** Summarizes an outcome in one line. */
export function presentOutcome(entry: CheckEntry): string {
  switch (entry.state) {
    case "succeeded": {
      const files = entry.files.map(({ contentType, bytes }) => `${contentType}, ${bytes} bytes`);
      return `succeeded in ${(entry.tookMs / 1_000).toFixed(1)} s: ${files.join("; ")}`;
    }
    case "unhealthy":
      return `does not answer, nothing was sent: ${presentFailure(entry.failure)}`;
    case "refused":
      return `refused, nothing was made: ${presentFailure(entry.failure)}`;
    case "failed":
      return `accepted, but failed: ${presentFailure(entry.failure)}`;
    case "accepted":
      return `accepted as ${toldAs(entry)}, and not done yet`;
    case "sending": {
      const why = entry.failure === null ? "no answer" : presentFailure(entry.failure);
      return `sent as ${toldAs(entry)}, in doubt whether it was taken: ${why}`;
    }
  }
}

/** Identifiers under which the provider can find the request. */
function toldAs({
  idempotencyKey,
  requestId,
  handle,
}: Extract<CheckEntry, { state: "accepted" | "sending" }>): string {
  return [
    ...(requestId === null ? [] : [`request ${requestId}`]),
    ...(handle === null ? [] : [JSON.stringify(handle)]),
    `our key ${idempotencyKey}`,
  ].join(", ");
}

function presentFailure({ code, reason }: CheckFailure): string {
  return `${code}, ${reason}`;
}
