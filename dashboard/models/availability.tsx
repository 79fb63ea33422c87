import type { Model } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import * as jobTexts from "#words/en/job.ts";
import * as modelsTexts from "#words/en/models.ts";
import { formatDate } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./models.module.css";

/** Whether a model can run now, its state in the catalog, and its end. */
export function Availability({ model }: { readonly model: Model }) {
  const { job, models } = useWords(jobTexts, modelsTexts);
  const { available, unavailableReason, status, retiresOn } = model;
  return (
    <span className={styles.named}>
      <span className={styles.badges}>
        {available ? (
          <Badge tone="good">{models.available}</Badge>
        ) : (
          <Badge>{models.unavailable}</Badge>
        )}
        {status !== "active" && (
          <Badge tone={status === "preview" ? "accent" : "warning"}>
            {textOf(models.statuses, status)}
          </Badge>
        )}
      </span>
      {unavailableReason !== undefined && (
        <small className={styles.why}>{job.sentences(unavailableReason)}</small>
      )}
      {retiresOn !== undefined && <small>{models.retires(formatDate(retiresOn))}</small>}
    </span>
  );
}
