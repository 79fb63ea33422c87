import { useState } from "react";

import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { useWords } from "#words/words.ts";

import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberList } from "./member-list.tsx";
import { OrganizationFrame } from "./organization-frame.tsx";

/** People of the organization and open invitations. */
export function MembersPage() {
  const { organization } = useWords(organizationTexts);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <OrganizationFrame title={organization.members} needs="org:read">
      {({ accountId, permissions, organization: { organizationId, role } }) => {
        const canManage = permissions.includes("members:manage");
        return (
          <>
            <MemberList
              orgId={organizationId}
              myId={accountId}
              canManage={canManage}
              myRole={role}
            />
            {canManage && (
              <Section
                title={organization.invitations}
                actions={
                  <Button look="primary" onPress={() => setIsInviting(true)}>
                    {organization.invite}
                  </Button>
                }
              >
                <InvitationList orgId={organizationId} />
              </Section>
            )}
            {isInviting && (
              <InviteDialog
                orgId={organizationId}
                myRole={role}
                onClose={() => setIsInviting(false)}
              />
            )}
          </>
        );
      }}
    </OrganizationFrame>
  );
}
