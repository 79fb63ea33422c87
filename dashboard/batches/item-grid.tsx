import type { BatchItem } from "@gme/client";
import { Link } from "@tanstack/react-router";
import { AudioLines, Box, CircleAlert, CircleSlash, Clock, Film, LoaderCircle } from "lucide-react";

import { StatusBadge } from "#job-parts/status-badge.tsx";
import { toLocalUrl } from "#viewers/local-url.ts";
import * as batchesTexts from "#words/en/batches.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./batches.module.css";

const icon = { size: 24, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Items of a batch as tiles, each a link to its job. */
export function ItemGrid({ items }: { readonly items: readonly BatchItem[] }) {
  const { batches, problem } = useWords(batchesTexts);
  return (
    <ul aria-label={batches.items} className={styles.grid}>
      {items.map((item) => (
        <li key={item.jobId}>
          <Link to="/jobs/$jobId" params={{ jobId: item.jobId }} className={styles.tile}>
            <span className={styles.media}>
              <Media item={item} />
            </span>
            <span className={styles.caption}>
              <span className={styles.reference}>
                {item.clientItemId ?? batches.item(item.index + 1)}
              </span>
              <StatusBadge status={item.status} />
            </span>
            {item.error !== undefined && (
              <small>{textOf(problem.codes, item.error.code, item.error.message)}</small>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Media({ item: { output, status } }: { readonly item: BatchItem }) {
  if (output?.contentType.startsWith("image/") === true) {
    return <img src={toLocalUrl(output.url)} alt="" loading="lazy" />;
  }
  if (output?.contentType.startsWith("video/") === true) return <Film {...icon} />;
  if (output?.contentType.startsWith("audio/") === true) return <AudioLines {...icon} />;
  if (output !== undefined) return <Box {...icon} />;
  if (status === "failed") return <CircleAlert {...icon} />;
  if (status === "canceled") return <CircleSlash {...icon} />;
  return status === "queued" ? <Clock {...icon} /> : <LoaderCircle {...icon} />;
}
