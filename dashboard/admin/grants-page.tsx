import type { RequestInput, ResponseOf } from "@gme/client";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";

import styles from "./admin.module.css";

type Body = RequestInput<"createGrant">["body"];

/** Credits for an organization, or a correction of its balance, with a reason. */
export function GrantsPage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.grants} needs="admin:credits">
      <GrantForm />
    </AdminFrame>
  );
}

function GrantForm() {
  const { admin } = useWords(adminTexts);
  const [granted, setGranted] = useState<ResponseOf<"createGrant"> | null>(null);
  const { send, isSending, problem } = useWrite(
    async (body: Body, options) => engine.request("createGrant", { body }, options),
    { stale: ["getCredits", "listLedger"], onDone: setGranted },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setGranted(null);
    send(toBody(new FormData(event.currentTarget)));
  };
  return (
    <Section title={admin.grant} text={admin.grantText}>
      <Form key={granted?.entryId} className={styles.form ?? ""} onSubmit={submit}>
        {problem !== null && <ProblemNotice problem={problem} />}
        <TextField
          label={admin.organizationId}
          hint={admin.organizationIdHint}
          name="organizationId"
          isRequired
          pattern="org_.+"
          maxLength={200}
        />
        <TextField
          label={admin.credits}
          hint={admin.creditsHint}
          name="credits"
          isRequired
          inputMode="numeric"
          pattern="-?[1-9][0-9]{0,8}"
        />
        <TextField label={admin.expires} hint={admin.expiresHint} name="expiresAt" type="date" />
        <TextField
          label={admin.reason}
          hint={admin.reasonHint}
          name="reason"
          isRequired
          maxLength={500}
        />
        <Button type="submit" look="primary" isPending={isSending}>
          {admin.grant}
        </Button>
      </Form>
      {granted !== null && (
        <output>
          {admin.granted(formatCredits(granted.credits), formatCredits(granted.available))}
        </output>
      )}
    </Section>
  );
}

/** The expiry is the end of the day in UTC, like that of monthly grants. */
function toBody(fields: FormData): Body {
  const day = fieldText(fields, "expiresAt");
  return {
    organizationId: fieldText(fields, "organizationId").trim(),
    credits: Number(fieldText(fields, "credits")),
    reason: fieldText(fields, "reason"),
    ...(day === "" ? {} : { expiresAt: `${day}T23:59:59Z` }),
  };
}
