import type { Role } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { useWords } from "#words/words.ts";

import { grantableRoles } from "./roles.ts";

export function InviteDialog({
  orgId,
  myRole,
  onClose,
}: {
  readonly orgId: string;
  readonly myRole: string;
  readonly onClose: () => void;
}) {
  const { organization } = useWords(organizationTexts);
  const [role, setRole] = useState<Role>("developer");
  const { send, isSending, problem } = useWrite(
    async (body: { readonly email: string; readonly role: Role }, options) =>
      engine.request("inviteMember", { path: { orgId }, body }, options),
    {
      stale: ["listInvitations"],
      onDone: ({ email }) => {
        showToast(organization.invited(email));
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={organization.invite}
      submit={organization.invite}
      isSending={isSending}
      problem={problem}
      onSubmit={(fields) => send({ email: fieldText(fields, "email"), role })}
      onClose={onClose}
    >
      <TextField label={organization.email} name="email" type="email" isRequired />
      <Select
        label={organization.role}
        value={role}
        options={grantableRoles(myRole).map((value) => ({
          value,
          label: organization.roles[value],
        }))}
        onChange={setRole}
      />
    </FormDialog>
  );
}
