import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { type AbuseReport, decideAbuseReport } from "#contract/safety.ts";
import { useWrite } from "#contract/use-write.ts";
import { FactList, IdFact } from "#page-parts/fact-list.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { textOf, useWords } from "#words/words.ts";

import { ChangeDialog } from "./change-dialog.tsx";

import styles from "./admin.module.css";

type Decision = "dismissed" | "quarantined";

/** A report with the form of its decision; a decided one is shown only. */
export function ReportDialog({
  report,
  onClose,
}: {
  readonly report: AbuseReport;
  readonly onClose: () => void;
}) {
  const { admin } = useWords(adminTexts);
  const title = textOf(admin.reportCategories, report.category);
  if (report.status === "open") return <Decide report={report} title={title} onClose={onClose} />;
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <ReportFacts report={report} />
    </Dialog>
  );
}

function Decide({
  report,
  title,
  onClose,
}: {
  readonly report: AbuseReport;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { admin } = useWords(adminTexts);
  const { reportId, organizationId } = report;
  const [decision, setDecision] = useState<Decision>("dismissed");
  const { send, isSending, problem } = useWrite(decideAbuseReport, {
    stale: ["listAbuseReports", "listQuarantinedFiles"],
    onDone: () => {
      showToast(admin.saved);
      onClose();
    },
  });
  const { dismissed, quarantined } = admin.decisions;
  return (
    <ChangeDialog
      title={title}
      isSending={isSending}
      problem={problem}
      conflict={null}
      onSubmit={(reason) => send({ reportId, decision, reason })}
      onClose={onClose}
    >
      <ReportFacts report={report} />
      <Select<Decision>
        label={admin.decision}
        value={decision}
        options={[
          { value: "dismissed", label: dismissed },
          ...(organizationId === null
            ? []
            : [{ value: "quarantined" as const, label: quarantined }]),
        ]}
        onChange={setDecision}
      />
      <p className={styles.note}>{admin.quarantineText}</p>
    </ChangeDialog>
  );
}

function ReportFacts({ report }: { readonly report: AbuseReport }) {
  const { admin } = useWords(adminTexts);
  const { reference, explanation, email, organizationId, jobId, outputId, assetId, decision } =
    report;
  return (
    <FactList>
      <div>
        <dt>{admin.reference}</dt>
        <dd className={styles.text}>{reference}</dd>
      </div>
      <div>
        <dt>{admin.explanation}</dt>
        <dd className={styles.text}>{explanation}</dd>
      </div>
      {email !== null && <IdFact label={admin.reporter} id={email} />}
      {organizationId !== null && (
        <div>
          <dt>{admin.organization}</dt>
          <dd>
            <Link to="/admin/organizations" search={{ search: organizationId }}>
              {organizationId}
            </Link>
          </dd>
        </div>
      )}
      {jobId !== null && <IdFact label={admin.job} id={jobId} />}
      {outputId !== null && <IdFact label={admin.output} id={outputId} />}
      {assetId !== null && <IdFact label={admin.asset} id={assetId} />}
      {decision !== null && (
        <div>
          <dt>{admin.reason}</dt>
          <dd className={styles.text}>{decision.reason}</dd>
        </div>
      )}
    </FactList>
  );
}
