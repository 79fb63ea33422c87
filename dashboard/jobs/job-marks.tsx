import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Tag } from "lucide-react";
import { useState } from "react";

import { readJobMarks } from "#contract/job-marks.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import { useWords } from "#words/words.ts";

import { MarkDialog } from "./mark-dialog.tsx";
import { StarButton } from "./star-button.tsx";

import styles from "./jobs-page.module.css";

/** Star and labels of a job, with the dialog that changes title and labels. */
export function JobMarks({ jobId }: { readonly jobId: string }) {
  const { jobs } = useWords(jobsTexts);
  const canMark = useCan("jobs:write");
  const { data } = useQuery(readJobMarks(jobId));
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined) return null;
  const { value: marks, etag } = data;
  return (
    <>
      {marks.labels.map((label) => (
        <Link key={label} to="/jobs" search={{ label }} className={styles.label ?? ""}>
          <Badge>{label}</Badge>
        </Link>
      ))}
      {canMark && (
        <>
          <StarButton jobId={jobId} isStarred={marks.starred} />
          <Button look="quiet" isIcon aria-label={jobs.mark} onPress={() => setIsOpen(true)}>
            <Tag size={16} aria-hidden />
          </Button>
        </>
      )}
      {isOpen && (
        <MarkDialog jobId={jobId} marks={marks} etag={etag} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
