import type { RequestInput } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { type OrganizationTerms, readOrganizationTerms } from "#contract/operations.ts";
import { queryClient } from "#contract/queries.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { NumberField } from "#ui/number-field.tsx";
import { Select } from "#ui/select.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { ChangeDialog, type Shown } from "./change-dialog.tsx";
import { useChange } from "./use-change.ts";

import styles from "./admin.module.css";

type Body = RequestInput<"updateOrganizationTerms">["body"];

const limits = ["requestsPerHour", "creditsPerMonth", "creditsPerHour", "retentionDays"] as const;
type Limit = (typeof limits)[number];
const bounds: Readonly<Record<Limit, readonly [minimum: number, maximum: number]>> = {
  requestsPerHour: [1, 10_000_000],
  creditsPerMonth: [0, 1_000_000_000],
  creditsPerHour: [0, 1_000_000_000],
  retentionDays: [1, 3_650],
};

/** Terms that an operator changes; a limit of null follows the plan. */
interface Terms extends Readonly<Record<Limit, number | null>> {
  readonly plan: string;
  readonly paymentStatus: string;
  readonly isSuspended: boolean;
}

/** Changes plan, payment status, limits and status of an organization. */
export function TermsChangeDialog({
  organization,
  onClose,
}: {
  readonly organization: OrganizationTerms;
  readonly onClose: () => void;
}) {
  const words = useWords(adminTexts);
  const { admin } = words;
  const { organizationId, name } = organization;
  const [terms, setTerms] = useState(() => termsOf(organization));
  const { send, isSending, problem, present } = useChange<OrganizationTerms, Body>({
    shown: organization,
    write: async (body, etag) =>
      engine.request(
        "updateOrganizationTerms",
        { path: { orgId: organizationId }, body },
        { ifMatch: etag },
      ),
    reload: async () => {
      const options = { ...readOrganizationTerms({ search: organizationId }), staleTime: 0 };
      const { pages } = await queryClient.fetchInfiniteQuery(options);
      return pages[0]?.data[0];
    },
    stale: [
      "listOrganizationTerms" as "listOrganizations",
      "listUsers",
      "getAccount",
      "getCredits",
    ],
    onDone: onClose,
  });
  const optionsOf = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }));
  return (
    <ChangeDialog
      title={name}
      isSending={isSending}
      problem={problem}
      conflict={
        present === null
          ? null
          : { mine: shownOf(terms, words), present: shownOf(termsOf(present), words) }
      }
      onSubmit={(reason) => send(toBody(terms, termsOf(present ?? organization), reason))}
      onClose={onClose}
    >
      <p className={styles.note}>{admin.noPrompts}</p>
      <Select
        label={admin.plan}
        value={terms.plan}
        options={optionsOf(admin.plans)}
        onChange={(plan) => setTerms({ ...terms, plan })}
      />
      <Select
        label={admin.payment}
        value={terms.paymentStatus}
        options={optionsOf(admin.payments)}
        onChange={(paymentStatus) => setTerms({ ...terms, paymentStatus })}
      />
      {limits.map((limit) => (
        <NumberField
          key={limit}
          label={admin[limit]}
          hint={admin.ofPlan}
          value={terms[limit] ?? undefined}
          minimum={bounds[limit][0]}
          maximum={bounds[limit][1]}
          onChange={(value) => setTerms({ ...terms, [limit]: value ?? null })}
        />
      ))}
      <Checkbox
        isSelected={terms.isSuspended}
        onChange={(isSuspended) => setTerms({ ...terms, isSuspended })}
      >
        {textOf(admin.statuses, "suspended")}
      </Checkbox>
      <p className={styles.note}>{admin.suspendText}</p>
    </ChangeDialog>
  );
}

function termsOf({ plan, paymentStatus, status, agreed }: OrganizationTerms): Terms {
  return { plan, paymentStatus, isSuspended: status === "suspended", ...agreed };
}

function toBody({ isSuspended, ...terms }: Terms, former: Terms, reason: string): Body {
  const changed = Object.entries(terms).filter(
    ([name, value]) => former[name as keyof typeof terms] !== value,
  );
  return {
    ...Object.fromEntries(changed),
    ...(isSuspended === former.isSuspended ? {} : { status: isSuspended ? "suspended" : "active" }),
    reason,
  };
}

function shownOf(
  { plan, paymentStatus, isSuspended, ...numbers }: Terms,
  { admin, values }: Pick<Words, "admin" | "values">,
): Shown {
  return [
    [admin.plan, textOf(admin.plans, plan)],
    [admin.payment, textOf(admin.payments, paymentStatus)],
    ...limits.map((limit) => [admin[limit], String(numbers[limit] ?? values.none)] as const),
    [admin.status, textOf(admin.statuses, isSuspended ? "suspended" : "active")],
  ];
}
