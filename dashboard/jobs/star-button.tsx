import { Star } from "lucide-react";

import { changeJobMarks } from "#contract/job-marks.ts";
import { useWrite } from "#contract/use-write.ts";
import { Button } from "#ui/button.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import { useWords } from "#words/words.ts";

/** Gives a job a star, or takes it away. */
export function StarButton({
  jobId,
  isStarred,
}: {
  readonly jobId: string;
  readonly isStarred: boolean;
}) {
  const { jobs } = useWords(jobsTexts);
  const change = useWrite(changeJobMarks, { stale: ["listMarkedJobs", "getJobMarks"] });
  const shown = change.isSending ? change.input?.marks.starred === true : isStarred;
  return (
    <Button
      look="quiet"
      isIcon
      aria-label={jobs.star}
      aria-pressed={shown}
      onPress={() => change.send({ jobId, marks: { starred: !isStarred } })}
    >
      <Star size={16} fill={shown ? "currentColor" : "none"} aria-hidden />
    </Button>
  );
}
