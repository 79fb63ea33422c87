import type { Job } from "@gme/client";
import { AudioLines, Box, FileText, Film, LoaderCircle } from "lucide-react";

import { toLocalUrl } from "#viewers/local-url.ts";

import styles from "../runs/run-page.module.css";

const shownMax = 4;
const icon = { size: 22, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Small pictures of the files of a step. */
export function StepPreview({ jobs }: { readonly jobs: readonly Job[] }) {
  return (
    <span className={styles.previews}>
      {jobs.slice(-shownMax).map((job) => (
        <Preview key={job.jobId} job={job} />
      ))}
    </span>
  );
}

function Preview({ job: { outputs, status } }: { readonly job: Job }) {
  const [output] = outputs;
  if (output === undefined) {
    return (
      <span className={styles.preview}>
        {status === "processing" && <LoaderCircle {...icon} />}
      </span>
    );
  }
  const url = toLocalUrl(output.url);
  if (output.contentType.startsWith("image/")) {
    return <img src={url} alt="" loading="lazy" className={styles.preview} />;
  }
  if (output.contentType.startsWith("video/")) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a still of the film; the result below has its controls.
      <video src={`${url}#t=0.1`} muted playsInline preload="metadata" className={styles.preview} />
    );
  }
  return (
    <span className={styles.preview}>
      {output.contentType.startsWith("audio/") ? (
        <AudioLines {...icon} />
      ) : output.contentType.startsWith("model/") ? (
        <Box {...icon} />
      ) : output.text === undefined ? (
        <Film {...icon} />
      ) : (
        <FileText {...icon} />
      )}
    </span>
  );
}
