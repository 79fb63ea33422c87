import { saveExport } from "#contract/save-export.ts";
import { useWrite } from "#contract/use-write.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as accountTexts from "#words/en/account.ts";
import { useWords } from "#words/words.ts";

import styles from "./account.module.css";

/** Downloads everything that is stored about the person. */
export function ExportAccount() {
  const { account } = useWords(accountTexts);
  const { send, isSending, problem } = useWrite(saveExport, { stale: [] });
  return (
    <Section title={account.export} text={account.exportText}>
      <div className={styles.close}>
        {problem !== null && <ProblemNotice problem={problem} />}
        <Button
          isPending={isSending}
          onPress={() => send({ path: "/app/account/export", name: "account" })}
        >
          {account.exportSubmit}
        </Button>
      </div>
    </Section>
  );
}
