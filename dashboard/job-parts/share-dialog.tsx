import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  createJobShare,
  type JobShare,
  readJobShares,
  revokeJobShare,
} from "#contract/job-shares.ts";
import { useWrite } from "#contract/use-write.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { SecretNotice } from "#page-parts/secret-notice.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Select } from "#ui/select.tsx";
import { Switch } from "#ui/switch.tsx";
import * as shareTexts from "#words/en/share.ts";
import { formatDateTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./share-dialog.module.css";

const dayChoices = ["1", "7", "30", "90"] as const;
type Days = (typeof dayChoices)[number];

/** Creates, lists and revokes the public links of a job. */
export default function ShareDialog({
  jobId,
  onClose,
}: {
  readonly jobId: string;
  readonly onClose: () => void;
}) {
  const { share } = useWords(shareTexts);
  const shares = useQuery(readJobShares(jobId));
  return (
    <Dialog title={share.dialog} isOpen onClose={onClose}>
      <div className={styles.parts}>
        <p className={styles.note}>{share.text}</p>
        <NewShare jobId={jobId} />
        <Loaded query={shares} height="3rem">
          {(data: readonly JobShare[]) =>
            data.length === 0 ? null : <ShareList jobId={jobId} shares={data} />
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

function NewShare({ jobId }: { readonly jobId: string }) {
  const { share } = useWords(shareTexts);
  const [days, setDays] = useState<Days>("7");
  const [showsPrompt, setShowsPrompt] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const create = useWrite(createJobShare, { stale: ["listJobShares"], onDone: setUrl });
  if (url !== null) {
    return <SecretNotice title={share.created} secret={url} onSaved={() => setUrl(null)} />;
  }
  return (
    <>
      {create.problem !== null && <ProblemNotice problem={create.problem} />}
      <Select
        isInline
        label={share.until}
        value={days}
        options={dayChoices.map((value) => ({ value, label: share.days[value] }))}
        onChange={setDays}
      />
      <Switch isSelected={showsPrompt} onChange={setShowsPrompt}>
        {share.showsPrompt}
      </Switch>
      <Button
        look="primary"
        isPending={create.isSending}
        onPress={() => create.send({ jobId, days: Number(days), showsPrompt })}
      >
        {share.create}
      </Button>
    </>
  );
}

function ShareList({
  jobId,
  shares,
}: {
  readonly jobId: string;
  readonly shares: readonly JobShare[];
}) {
  const { share } = useWords(shareTexts);
  const revoke = useWrite(revokeJobShare, { stale: ["listJobShares"] });
  return (
    <section className={styles.list}>
      <h3>{share.links}</h3>
      {revoke.problem !== null && <ProblemNotice problem={revoke.problem} />}
      <ul>
        {shares.map(({ shareId, showsPrompt, expiresAt }) => (
          <li key={shareId} className={styles.link}>
            <span>
              {share.validUntil(formatDateTime(expiresAt))}
              {showsPrompt && ` · ${share.withPrompt}`}
            </span>
            <Button
              look="danger"
              isPending={revoke.isSending && revoke.input?.shareId === shareId}
              onPress={() => revoke.send({ jobId, shareId })}
            >
              {share.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
