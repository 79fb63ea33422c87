import type { ApiKeyWithValue } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import type { Permission } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import { useWords } from "#words/words.ts";

import styles from "./developers.module.css";

const lifetimes = ["never", "30", "90", "365"] as const;
type Lifetime = (typeof lifetimes)[number];

interface NewKey {
  readonly name: string;
  readonly permissions: Permission[] | null;
  readonly creditLimit: number | null;
  readonly lifetime: Lifetime;
}

export function CreateKey({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (apiKey: ApiKeyWithValue) => void;
}) {
  const { apiKeys } = useWords(apiKeysTexts);
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const [hasAll, setHasAll] = useState(true);
  const { send, isSending, problem } = useWrite(
    async ({ lifetime: days, ...body }: NewKey, options) =>
      engine.request("createApiKey", { body: { ...body, expiresAt: endOf(days) } }, options),
    { stale: ["listApiKeys"], onDone: onCreated },
  );
  const submit = (fields: FormData) => {
    const limit = fieldText(fields, "creditLimit");
    send({
      name: fieldText(fields, "name"),
      permissions: hasAll ? null : (fields.getAll("permissions") as Permission[]),
      creditLimit: limit === "" ? null : Number(limit),
      lifetime,
    });
  };
  return (
    <FormDialog
      title={apiKeys.create}
      submit={apiKeys.create}
      isSending={isSending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={apiKeys.name}
        hint={apiKeys.nameHint}
        name="name"
        isRequired
        maxLength={100}
      />
      <TextField
        label={apiKeys.limit}
        hint={apiKeys.limitHint}
        name="creditLimit"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,8}"
      />
      <Select
        label={apiKeys.expires}
        value={lifetime}
        options={lifetimes.map((value) => ({ value, label: apiKeys.lifetimes[value] }))}
        onChange={setLifetime}
      />
      <fieldset className={styles.permissions}>
        <legend>{apiKeys.permissions}</legend>
        <Checkbox isSelected={hasAll} onChange={setHasAll}>
          {apiKeys.allPermissions}
        </Checkbox>
        {!hasAll && <PermissionChoice />}
      </fieldset>
    </FormDialog>
  );
}

/** The person's permissions, because a key cannot have more. */
function PermissionChoice() {
  const account = useQuery(read("getAccount", {}));
  return (
    <div className={styles.choices}>
      {account.data?.permissions.map((permission) => (
        <Checkbox key={permission} name="permissions" value={permission}>
          {permission}
        </Checkbox>
      ))}
    </div>
  );
}

const dayMs = 86_400_000;

/** The end of a lifetime in full days, so that a repeated request is the same. */
function endOf(days: Lifetime): string | null {
  if (days === "never") return null;
  const end = new Date(Date.now() + (Number(days) + 1) * dayMs);
  end.setUTCHours(0, 0, 0, 0);
  return end.toISOString();
}
