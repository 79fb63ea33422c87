import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { read } from "#contract/queries.ts";
import { useJob } from "#contract/use-job.ts";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { titleOf } from "#job-parts/job-title.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { ImageViewer } from "#viewers/image/image-viewer.tsx";
import { wholeImage, type Zoom } from "#viewers/image/zoom.ts";
import * as compareTexts from "#words/en/compare.ts";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./compare.module.css";

/** The jobs of a comparison side by side. Zooming one image zooms all. */
export function CompareResults({ batchId }: { readonly batchId: string }) {
  const { compare } = useWords(compareTexts);
  const [zoom, setZoom] = useState(wholeImage);
  const jobs = useQuery(read("listJobs", { query: { batch: batchId } }));
  return (
    <section aria-label={compare.results} className={styles.results}>
      <p>{compare.synchronised}</p>
      <Loaded query={jobs} height="20rem">
        {({ data }) => (
          <div className={styles.columns}>
            {data.toReversed().map(({ jobId }) => (
              <Column key={jobId} jobId={jobId} zoom={zoom} onZoom={setZoom} />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

function Column({
  jobId,
  zoom,
  onZoom,
}: {
  readonly jobId: string;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}) {
  const words = useWords(createTexts, jobTexts);
  const query = useJob(jobId);
  return (
    <Loaded query={query} height="20rem">
      {(job) => {
        const [output] = job.outputs;
        const name = job.model?.id ?? job.source.clientItemId ?? jobId;
        const isImage = output?.contentType.startsWith("image/") === true;
        return (
          <article aria-label={name} className={styles.column}>
            <header>
              <h2>{name}</h2>
              <StatusBadge status={job.status} />
            </header>
            {isImage ? (
              <ImageViewer media={output} title={titleOf(job, words)} zoom={zoom} onZoom={onZoom} />
            ) : (
              <JobOutcome job={job} onAnswered={() => void query.refetch()} />
            )}
            <p className={styles.facts}>
              <span>{formatCredits(job.billing.capturedCredits)}</span>
              <Link to="/jobs/$jobId" params={{ jobId }}>
                {words.create.open}
              </Link>
            </p>
          </article>
        );
      }}
    </Loaded>
  );
}
