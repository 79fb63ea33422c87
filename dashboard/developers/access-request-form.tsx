import type { FormEvent } from "react";
import { Form } from "react-aria-components";

import type { AccessDecision, AccessRequest } from "#contract/access-requests.ts";
import type { Permission } from "#contract/use-permissions.ts";
import { FactList } from "#page-parts/fact-list.tsx";
import { fieldText } from "#page-parts/field-text.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import { TextField } from "#ui/text-field.tsx";
import * as connectTexts from "#words/en/connect.ts";
import { useWords } from "#words/words.ts";

import styles from "./developers.module.css";

/** What a program asks for, and the person's decision. Texts of the program are shown as text and nothing else. */
export function AccessRequestForm({
  request,
  note,
  isSending,
  problem,
  onDecide,
}: {
  readonly request: AccessRequest;
  /** Warning above the decision. */
  readonly note?: string | undefined;
  readonly isSending: boolean;
  readonly problem: Problem | null;
  readonly onDecide: (decision: AccessDecision) => void;
}) {
  const { connect } = useWords(connectTexts);
  const { clientName, clientHost, isLocal, permissions, organization, accessDays } = request;
  const warning = note ?? (isLocal ? connect.localWarning : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const limit = fieldText(fields, "creditLimit");
    onDecide({
      decision: "allow",
      permissions: fields.getAll("permissions") as Permission[],
      creditLimit: limit === "" ? null : Number(limit),
    });
  };
  const deny = () => onDecide({ decision: "deny", permissions: [], creditLimit: null });
  return (
    <Form className={styles.request ?? ""} onSubmit={submit}>
      {problem !== null && <ProblemNotice problem={problem} />}
      <FactList>
        <Fact label={connect.program} value={clientName} />
        {clientHost !== null && <Fact label={connect.host} value={clientHost} />}
        {isLocal && <Fact label={connect.goesTo} value={connect.local} />}
        <Fact label={connect.organization} value={organization} />
        <Fact label={connect.days} value={connect.daysValue(accessDays)} />
      </FactList>
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
      <fieldset className={styles.permissions}>
        <legend>{connect.permissions}</legend>
        {permissions.length === 0 && <p>{connect.none}</p>}
        {permissions.map((permission) => (
          <Checkbox key={permission} name="permissions" value={permission} defaultSelected>
            {connect.permissionTexts[permission] ?? permission}
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label={connect.limit}
        hint={connect.limitHint}
        name="creditLimit"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,8}"
      />
      <p>{connect.end}</p>
      <div className={styles.decision}>
        <Button onPress={deny} isDisabled={isSending}>
          {connect.deny}
        </Button>
        <Button
          type="submit"
          look="primary"
          isPending={isSending}
          isDisabled={permissions.length === 0}
        >
          {connect.allow}
        </Button>
      </div>
    </Form>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
