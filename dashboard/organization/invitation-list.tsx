import type { Invitation } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { engine } from "#contract/engine.ts";
import { readPages } from "#contract/pages.ts";
import { useWrite } from "#contract/use-write.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { formatDate } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

export function InvitationList({ orgId }: { readonly orgId: string }) {
  const { organization } = useWords(organizationTexts);
  const list = useInfiniteQuery(readPages("listInvitations", { path: { orgId } }));
  const withdraw = useWrite(
    async ({ invitationId, email }: Invitation) => {
      await engine.request("withdrawInvitation", { path: { orgId, invitationId } });
      return email;
    },
    {
      stale: ["listInvitations"],
      onDone: (email) => showToast(organization.withdrawn(email)),
    },
  );
  return (
    <>
      {withdraw.problem !== null && <ProblemNotice problem={withdraw.problem} />}
      <PagedTable
        label={organization.invitations}
        list={list}
        idOf={({ invitationId }) => invitationId}
        empty={
          <EmptyState title={organization.noInvitations} text={organization.noInvitationsText} />
        }
        columns={[
          {
            id: "email",
            label: organization.email,
            render: ({ email }: Invitation) => email,
          },
          {
            id: "role",
            label: organization.role,
            render: ({ role }) => textOf(organization.roles, role),
          },
          {
            id: "expires",
            label: organization.expires,
            isDetail: true,
            render: ({ expiresAt }) => formatDate(expiresAt),
          },
          {
            id: "actions",
            label: organization.actions,
            isNumber: true,
            render: (invitation) => (
              <Button
                look="quiet"
                aria-label={organization.withdrawOf(invitation.email)}
                isPending={
                  withdraw.isSending && withdraw.input?.invitationId === invitation.invitationId
                }
                onPress={() => withdraw.send(invitation)}
              >
                {organization.withdraw}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
