import { CircleAlert } from "lucide-react";

import { useWords } from "#words/words.ts";

import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { type Problem, useProblemDetail, useProblemText } from "./problem.ts";

import styles from "./problem-notice.module.css";

/** Says what happened, every problem of the request, the code, and the request id for support. */
export function ProblemNotice({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}) {
  const words = useWords();
  const text = useProblemText(problem);
  const detail = useProblemDetail(problem);
  return (
    <div role="alert" className={styles.notice}>
      <CircleAlert size={18} aria-hidden className={styles.icon} />
      <div className={styles.content}>
        <p className={styles.text}>{text}</p>
        {detail.text !== undefined && <p lang={detail.lang}>{detail.text}</p>}
        {problem.issues.length > 0 && (
          <ul className={styles.issues}>
            {problem.issues.map((issue) => (
              <li key={`${issue.pointer} ${issue.message}`}>
                {issue.pointer !== "" && <code>{issue.pointer}</code>} {words.problem.issue(issue)}
              </li>
            ))}
          </ul>
        )}
        {problem.requestId !== undefined && (
          <p className={styles.origin}>
            <code>{problem.code}</code>
            <span>
              {words.problem.requestId} <code>{problem.requestId}</code>
            </span>
            <CopyButton text={problem.requestId} />
          </p>
        )}
        {onRetry !== undefined && <Button onPress={onRetry}>{words.actions.retry}</Button>}
      </div>
    </div>
  );
}
