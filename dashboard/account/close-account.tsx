import type { Account } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { restoreSession } from "#contract/session.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as accountTexts from "#words/en/account.ts";
import { formatDate } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./account.module.css";

/** Closes the account, or keeps an account that is closing. */
export function CloseAccount({ account: tagged }: { readonly account: Tagged<Account> }) {
  const { account } = useWords(accountTexts);
  const [isAsking, setIsAsking] = useState(false);
  const { closesAt } = tagged.value;
  return (
    <Section title={account.close} text={account.closeText}>
      <div className={styles.close}>
        {closesAt === null ? (
          <Button look="danger" onPress={() => setIsAsking(true)}>
            {account.close}
          </Button>
        ) : (
          <KeepAccount closesAt={closesAt} etag={tagged.etag} />
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={account.closeTitle}
          text={account.closeText}
          submit={account.closeConfirm}
          write={async () => engine.request("closeAccount")}
          stale={[]}
          // The session has ended with the account; the refused refresh leads to the sign-in page.
          onDone={() => void restoreSession()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}

function KeepAccount({ closesAt, etag }: { readonly closesAt: string; readonly etag: string }) {
  const { account } = useWords(accountTexts);
  const { send, isSending, problem } = useWrite(
    async (status: "active") =>
      engine.request("updateAccount", { body: { status } }, { ifMatch: etag }),
    { stale: ["getAccount"] },
  );
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      <p>{account.closing(formatDate(closesAt))}</p>
      <Button isPending={isSending} onPress={() => send("active")}>
        {account.keep}
      </Button>
    </>
  );
}
