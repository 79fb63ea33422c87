import type { OrganizationDetails, RequestInput } from "@gme/client";
import type { FormEvent } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { useWords } from "#words/words.ts";

import styles from "./organization.module.css";

type Change = NonNullable<RequestInput<"updateOrganization">["body"]>;

export function OrganizationForm({
  details: { value, etag },
  canManage,
}: {
  readonly details: Tagged<OrganizationDetails>;
  readonly canManage: boolean;
}) {
  const { organization } = useWords(organizationTexts);
  const { send, isSending, problem } = useWrite(
    async (body: Change) =>
      engine.request(
        "updateOrganization",
        { path: { orgId: value.organizationId }, body },
        { ifMatch: etag },
      ),
    {
      stale: ["getOrganization", "listOrganizations", "getAccount", "getCredits"],
      onDone: () => showToast(organization.saved),
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(toChange(new FormData(event.currentTarget)));
  };
  return (
    <Section title={organization.budget} text={organization.budgetText}>
      <Form className={styles.form ?? ""} onSubmit={submit}>
        {problem !== null && <ProblemNotice problem={problem} />}
        <TextField
          label={organization.name}
          name="name"
          defaultValue={value.name}
          maxLength={100}
          isRequired
          isDisabled={!canManage}
        />
        <TextField
          label={organization.monthlyBudget}
          hint={organization.budgetHint}
          name="budget"
          inputMode="numeric"
          pattern="[0-9]{1,9}"
          defaultValue={value.budget === null ? "" : String(value.budget)}
          isDisabled={!canManage}
        />
        <TextField
          label={organization.alerts}
          hint={organization.alertsHint}
          name="alertPercents"
          pattern="\s*([0-9]{1,3}\s*(,\s*[0-9]{1,3}\s*){0,4})?"
          defaultValue={value.alertPercents.join(", ")}
          isDisabled={!canManage}
        />
        <TextField
          label={organization.lowCredits}
          name="lowCredits"
          inputMode="numeric"
          pattern="[0-9]{1,9}"
          defaultValue={String(value.lowCredits)}
          isRequired
          isDisabled={!canManage}
        />
        {canManage && (
          <Button type="submit" look="primary" isPending={isSending}>
            {organization.save}
          </Button>
        )}
      </Form>
    </Section>
  );
}

function toChange(fields: FormData): Change {
  const textOf = (name: string) => fieldText(fields, name).trim();
  const percents = textOf("alertPercents");
  return {
    name: textOf("name"),
    budget: textOf("budget") === "" ? null : Number(textOf("budget")),
    alertPercents: percents === "" ? [] : percents.split(",").map(Number),
    lowCredits: Number(textOf("lowCredits")),
  };
}
