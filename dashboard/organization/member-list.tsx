import type { ListedMember, Role } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { readPages } from "#contract/pages.ts";
import { useWrite } from "#contract/use-write.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Select } from "#ui/select.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { formatDate } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { grantableRoles } from "./roles.ts";

import styles from "./organization.module.css";

interface RoleChange {
  readonly userId: string;
  readonly etag: string;
  readonly role: Role;
}

export function MemberList({
  orgId,
  myId,
  myRole,
  canManage,
}: {
  readonly orgId: string;
  readonly myId: string;
  readonly myRole: string;
  readonly canManage: boolean;
}) {
  const { organization } = useWords(organizationTexts);
  const list = useInfiniteQuery(readPages("listMembers", { path: { orgId } }));
  const [removed, setRemoved] = useState<ListedMember | null>(null);
  const change = useWrite(
    async ({ userId, etag, role }: RoleChange) =>
      engine.request(
        "updateMember",
        { path: { orgId, userId }, body: { role } },
        { ifMatch: etag },
      ),
    { stale: ["listMembers", "getAccount"], onDone: () => showToast(organization.saved) },
  );
  const mayChange = ({ userId, role }: ListedMember) =>
    canManage && userId !== myId && (role !== "owner" || myRole === "owner");
  return (
    <>
      {change.problem !== null && <ProblemNotice problem={change.problem} />}
      <PagedTable
        label={organization.members}
        list={list}
        idOf={({ userId }) => userId}
        empty={<EmptyState title={organization.noMembers} text={organization.noMembersText} />}
        columns={[
          {
            id: "person",
            label: organization.person,
            render: ({ userId, email, displayName }: ListedMember) => (
              <span className={styles.person}>
                <span>
                  {displayName ?? email} {userId === myId && <small>({organization.you})</small>}
                </span>
                {displayName !== null && <small>{email}</small>}
              </span>
            ),
          },
          {
            id: "role",
            label: organization.role,
            render: (member) =>
              mayChange(member) ? (
                <Select
                  label={organization.roleOf(member.displayName ?? member.email)}
                  isLabelHidden
                  value={member.role as Role}
                  options={grantableRoles(myRole).map((value) => ({
                    value,
                    label: organization.roles[value],
                  }))}
                  onChange={(role) =>
                    change.send({ userId: member.userId, etag: member.etag, role })
                  }
                />
              ) : (
                textOf(organization.roles, member.role)
              ),
          },
          {
            id: "joined",
            label: organization.joined,
            isDetail: true,
            render: ({ joinedAt }) => formatDate(joinedAt),
          },
          {
            id: "actions",
            label: organization.actions,
            isNumber: true,
            render: (member) =>
              mayChange(member) && (
                <Button look="quiet" onPress={() => setRemoved(member)}>
                  {organization.remove}
                </Button>
              ),
          },
        ]}
      />
      {removed !== null && (
        <RemoveMember orgId={orgId} member={removed} onClose={() => setRemoved(null)} />
      )}
    </>
  );
}

function RemoveMember({
  orgId,
  member: { userId, displayName, email },
  onClose,
}: {
  readonly orgId: string;
  readonly member: ListedMember;
  readonly onClose: () => void;
}) {
  const { organization } = useWords(organizationTexts);
  const name = displayName ?? email;
  return (
    <ConfirmDialog
      title={organization.removeTitle(name)}
      text={organization.removeText}
      submit={organization.remove}
      write={async () => engine.request("removeMember", { path: { orgId, userId } })}
      stale={["listMembers", "listApiKeys", "listWebhooks"]}
      onDone={() => {
        showToast(organization.removed(name));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
