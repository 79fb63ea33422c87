import type { Job } from "@gme/client";

import { FactList, IdFact } from "#page-parts/fact-list.tsx";
import * as jobTexts from "#words/en/job.ts";
import { formatBytes, formatCredits, formatDate, formatDateTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

/** Ids, model, parameters, times, credits and files of a job. */
export function JobFacts({ job }: { readonly job: Job }) {
  const words = useWords(jobTexts);
  const { jobId, model, request, billing, createdAt, finishedAt, outputs } = job;
  const parameters = Object.entries(request.parameters);
  return (
    <FactList>
      <IdFact label={words.job.title} id={jobId} />
      {model !== undefined && (
        <div>
          <dt>{words.job.model}</dt>
          <dd>
            {model.id} · {model.provider}
          </dd>
        </div>
      )}
      {parameters.length > 0 && (
        <div>
          <dt>{words.job.parameters}</dt>
          {parameters.map(([name, value]) => (
            <dd key={name}>
              <code>
                {name}: {typeof value === "object" ? JSON.stringify(value) : String(value)}
              </code>
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt>{words.job.credits}</dt>
        <dd>
          {words.job.captured}: {formatCredits(billing.capturedCredits)}
        </dd>
        {billing.heldCredits > 0 && (
          <dd>
            {words.job.held}: {formatCredits(billing.heldCredits)}
          </dd>
        )}
        {billing.releasedCredits > 0 && (
          <dd>
            {words.job.released}: {formatCredits(billing.releasedCredits)}
          </dd>
        )}
        <dd>{words.job.sentences(billing.reason)}</dd>
      </div>
      <div>
        <dt>{words.job.created}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
      </div>
      {finishedAt !== undefined && (
        <div>
          <dt>{words.job.finished}</dt>
          <dd>{formatDateTime(finishedAt)}</dd>
        </div>
      )}
      {outputs.map(({ outputId, contentType, bytes, width, height, keptUntil }) => (
        <div key={outputId}>
          <dt>{contentType}</dt>
          <dd>
            {width !== undefined && `${width} × ${height} · `}
            {formatBytes(bytes)}
          </dd>
          <dd>{words.job.keptUntil(formatDate(keptUntil))}</dd>
        </div>
      ))}
    </FactList>
  );
}
