import type { AuditEntry } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";

import { readPages } from "#contract/pages.ts";
import { saveExport } from "#contract/save-export.ts";
import { useWrite } from "#contract/use-write.ts";
import { CodeBlock } from "#page-parts/code-block.tsx";
import { fieldText } from "#page-parts/field-text.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { OrganizationFrame } from "./organization-frame.tsx";

import styles from "./organization.module.css";

/** Changes of members, keys and settings. */
export function AuditLogPage() {
  const { organization } = useWords(organizationTexts);
  return (
    <OrganizationFrame title={organization.auditLog} needs="audit:read">
      {() => <AuditLog />}
    </OrganizationFrame>
  );
}

function AuditLog() {
  const { organization, actions } = useWords(organizationTexts);
  const { action } = useSearch({ from: "/shell/organization/audit-log" });
  const navigate = useNavigate({ from: "/organization/audit-log" });
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const list = useInfiniteQuery(
    readPages("listAuditLog", { query: action === undefined ? {} : { action } }),
  );
  const download = useWrite(saveExport, { stale: ["listAuditLog"] });
  const filter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = fieldText(new FormData(event.currentTarget), "action").trim();
    void navigate({ search: wanted === "" ? {} : { action: wanted } });
  };
  return (
    <>
      <Form className={styles.filter ?? ""} onSubmit={filter}>
        <TextField
          key={action}
          label={organization.filterAction}
          name="action"
          placeholder={organization.filterHint}
          defaultValue={action ?? ""}
        />
        <Button type="submit">{organization.filter}</Button>
        <Button
          isPending={download.isSending}
          onPress={() => download.send({ path: "/app/audit-log/export", name: "audit-log" })}
        >
          {organization.downloadLog}
        </Button>
      </Form>
      {download.problem !== null && <ProblemNotice problem={download.problem} />}
      <PagedTable
        label={organization.auditLog}
        list={list}
        idOf={({ entryId }) => entryId}
        onOpen={setOpened}
        columns={[
          {
            id: "action",
            label: organization.action,
            render: (entry: AuditEntry) => <code>{entry.action}</code>,
          },
          {
            id: "time",
            label: organization.time,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
          {
            id: "target",
            label: organization.target,
            isDetail: true,
            render: ({ target }) => target.id !== null && <code>{target.id}</code>,
          },
          {
            id: "address",
            label: organization.address,
            isDetail: true,
            render: ({ address }) => address,
          },
        ]}
        empty={
          action === undefined ? (
            <EmptyState title={organization.noEntries} text={organization.noEntriesText} />
          ) : (
            <EmptyState title={organization.noMatch} text={organization.noMatchText}>
              <Button onPress={() => void navigate({ search: {} })}>{actions.clear}</Button>
            </EmptyState>
          )
        }
      />
      {opened !== null && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function EntryDialog({
  entry: { action, actor, target, before, after, userAgent },
  onClose,
}: {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}) {
  const { organization, webhooks } = useWords(organizationTexts, webhooksTexts);
  const { reason, ...values } = after ?? {};
  const parts = [
    [organization.actor, actor],
    [organization.target, target],
    [organization.before, before],
    [organization.after, Object.keys(values).length === 0 ? null : values],
  ] as const;
  return (
    <Dialog title={action} isOpen onClose={onClose}>
      <div className={styles.values}>
        {typeof reason === "string" && (
          <section>
            <h3>{organization.reason}</h3>
            <p>{textOf({ ...webhooks.disabledReasons, ...organization.reasons }, reason)}</p>
          </section>
        )}
        {parts.map(
          ([label, value]) =>
            value !== null && (
              <section key={label}>
                <h3>{label}</h3>
                <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />
              </section>
            ),
        )}
        {userAgent !== null && <small>{userAgent}</small>}
      </div>
    </Dialog>
  );
}
