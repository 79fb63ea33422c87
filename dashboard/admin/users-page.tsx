import type { ListedUser, RequestInput } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { readPages } from "#contract/pages.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge } from "#ui/badge.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { formatDate } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { AdminFrame } from "./admin-frame.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { type ListFilter, ListFilters } from "./list-filters.tsx";
import { UserChangeDialog } from "./user-change.tsx";

import styles from "./admin.module.css";

const statuses = ["active", "suspended", "closing", "closed"];
/** Organizations that are named in a row; the others are counted. */
const namedMax = 3;

/** People with an account, for operators. */
export function UsersPage() {
  const { admin } = useWords(adminTexts);
  return (
    <AdminFrame title={admin.users} needs="admin:users">
      <UserList />
    </AdminFrame>
  );
}

function UserList() {
  const { admin } = useWords(adminTexts);
  const filter: ListFilter = useSearch({ from: "/shell/admin/users" });
  const navigate = useNavigate({ from: "/admin/users" });
  const [changed, setChanged] = useState<ListedUser | null>(null);
  const list = useInfiniteQuery(
    readPages("listUsers", { query: filter } as RequestInput<"listUsers">),
  );
  const show = (search: ListFilter) => void navigate({ search, replace: true });
  return (
    <>
      <ListFilters filter={filter} statuses={statuses} onChange={show} />
      <PagedTable
        label={admin.users}
        list={list}
        idOf={({ userId }) => userId}
        onOpen={setChanged}
        empty={<ListEmpty isFiltered={Object.keys(filter).length > 0} onClear={() => show({})} />}
        columns={[
          {
            id: "user",
            label: admin.user,
            render: ({ email, displayName, emailVerified }: ListedUser) => (
              <span className={styles.stack}>
                <span>{displayName ?? email}</span>
                {displayName !== null && <small>{email}</small>}
                {!emailVerified && <small>{admin.unverified}</small>}
              </span>
            ),
          },
          {
            id: "status",
            label: admin.status,
            render: ({ status, statusReason, isOperator }) => (
              <span className={styles.stack}>
                <Badge tone={status === "active" ? "good" : "warning"}>
                  {textOf(admin.statuses, status)}
                </Badge>
                {statusReason !== null && <small>{statusReason}</small>}
                {isOperator && <small>{admin.operator}</small>}
              </span>
            ),
          },
          {
            id: "organizations",
            label: admin.memberOf,
            isDetail: true,
            render: ({ organizations }) => {
              const named = organizations.slice(0, namedMax).map(({ name }) => name);
              const others = organizations.length - named.length;
              return [...named, ...(others > 0 ? [`+${others}`] : [])].join(", ");
            },
          },
          {
            id: "joined",
            label: admin.joined,
            isDetail: true,
            render: ({ createdAt }) => formatDate(createdAt),
          },
        ]}
      />
      {changed !== null && <UserChangeDialog user={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
