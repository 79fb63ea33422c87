import type { Question } from "@gme/client";
import { useMutation } from "@tanstack/react-query";

import { queryClient } from "#contract/queries.ts";
import { sendAnswer } from "#contract/send-answer.ts";
import { toProblem } from "#contract/to-problem.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as jobTexts from "#words/en/job.ts";
import { useWords } from "#words/words.ts";

import { AnswerForm } from "./answer-form.tsx";
import { ShownValue } from "./shown-value.tsx";

import styles from "./job-outcome.module.css";

/** Question of a job that has ended with `needs_input`. An option starts the job that answers it. */
export function JobQuestion({
  question,
  onAnswered,
}: {
  readonly question: Question;
  readonly onAnswered: (jobId: string) => void;
}) {
  const { job } = useWords(jobTexts);
  const text = job.sentences(question.text);
  const answer = useMutation({
    mutationFn: sendAnswer,
    onSuccess: async ({ jobId }) => {
      onAnswered(jobId);
      await queryClient.invalidateQueries({ queryKey: ["listJobs"] });
    },
  });
  return (
    <section className={styles.question}>
      <p>{text}</p>
      {question.show?.map((shown, index) => (
        <ShownValue key={index} shown={shown} title={text} />
      ))}
      <div className={styles.options}>
        {question.options.map(({ label, request }) =>
          request.missing === undefined ? (
            <Button
              key={label}
              isDisabled={answer.isPending}
              onPress={() => answer.mutate(request)}
            >
              {job.option(label)}
            </Button>
          ) : (
            <AnswerForm
              key={label}
              label={job.option(label)}
              request={request}
              isSending={answer.isPending}
              onSend={answer.mutate}
            />
          ),
        )}
      </div>
      {answer.error !== null && <ProblemNotice problem={toProblem(answer.error)} />}
    </section>
  );
}
