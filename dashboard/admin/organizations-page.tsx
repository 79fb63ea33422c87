import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { type OrganizationTerms, readOrganizationTerms } from "#contract/operations.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge } from "#ui/badge.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { formatCredits, formatDate } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { type ListFilter, ListFilters } from "./list-filters.tsx";
import { TermsChangeDialog } from "./terms-change.tsx";

import styles from "./admin.module.css";

const statuses = ["active", "suspended", "closed"];

/** Organizations with plan, limits and status, for operators. */
export function OrganizationsPage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.organizations} needs="admin:orgs">
      <OrganizationList />
    </AdminFrame>
  );
}

function OrganizationList() {
  const { admin, values } = useWords(adminTexts);
  const filter: ListFilter = useSearch({ from: "/shell/admin/organizations" });
  const navigate = useNavigate({ from: "/admin/organizations" });
  const [changed, setChanged] = useState<OrganizationTerms | null>(null);
  const list = useInfiniteQuery(readOrganizationTerms(filter));
  const show = (search: ListFilter) => void navigate({ search, replace: true });
  return (
    <>
      <ListFilters filter={filter} statuses={statuses} onChange={show} />
      <PagedTable
        label={admin.organizations}
        list={list}
        idOf={({ organizationId }) => organizationId}
        onOpen={setChanged}
        empty={<ListEmpty isFiltered={Object.keys(filter).length > 0} onClear={() => show({})} />}
        columns={[
          {
            id: "organization",
            label: admin.organization,
            render: ({ name, organizationId }: OrganizationTerms) => (
              <span className={styles.stack}>
                {name}
                <small>{organizationId}</small>
              </span>
            ),
          },
          {
            id: "copy",
            label: admin.organizationId,
            isDetail: true,
            render: ({ organizationId }) => <CopyButton text={organizationId} />,
          },
          {
            id: "status",
            label: admin.status,
            render: ({ status, statusReason, paymentStatus }) => (
              <span className={styles.stack}>
                <Badge tone={status === "active" ? "good" : "warning"}>
                  {textOf(admin.statuses, status)}
                </Badge>
                {statusReason !== null && <small>{statusReason}</small>}
                {paymentStatus === "overdue" && <small>{admin.payments["overdue"]}</small>}
              </span>
            ),
          },
          {
            id: "plan",
            label: admin.plan,
            isDetail: true,
            render: ({ plan }) => textOf(admin.plans, plan),
          },
          {
            id: "spent",
            label: admin.spent,
            isNumber: true,
            isDetail: true,
            render: ({ spent, creditsPerMonth }) =>
              values.of(String(spent), formatCredits(creditsPerMonth)),
          },
          {
            id: "joined",
            label: admin.joined,
            isDetail: true,
            render: ({ createdAt }) => formatDate(createdAt),
          },
        ]}
      />
      {changed !== null && (
        <TermsChangeDialog organization={changed} onClose={() => setChanged(null)} />
      )}
    </>
  );
}
