import type { ApiKey, ApiKeyWithValue } from "@gme/client";
import { useState } from "react";

import { useCan } from "#contract/use-permissions.ts";
import { SecretNotice } from "#page-parts/secret-notice.tsx";
import { Button } from "#ui/button.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import { formatDateTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { CreateKey } from "./create-key.tsx";
import { DevelopersPage } from "./developers-page.tsx";
import { KeyList } from "./key-list.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "rotate" | "revoke"; readonly apiKey: ApiKey };

/** API keys of the organization. */
export function KeysPage() {
  const { apiKeys } = useWords(apiKeysTexts);
  const canManage = useCan("keys:manage");
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<ApiKeyWithValue | null>(null);
  const close = () => setOpen(null);
  const show = (apiKey: ApiKeyWithValue) => {
    setShown(apiKey);
    close();
  };
  const create = (
    <Button look="primary" onPress={() => setOpen({ dialog: "create" })}>
      {apiKeys.create}
    </Button>
  );
  return (
    <DevelopersPage title={apiKeys.title} actions={canManage && create}>
      {shown !== null && (
        <SecretNotice
          title={shown.rotation === undefined ? apiKeys.created : apiKeys.rotated}
          secret={shown.key}
          onSaved={() => setShown(null)}
        >
          {shown.rotation !== undefined && (
            <p>{apiKeys.previousUntil(formatDateTime(shown.rotation.previousValidUntil))}</p>
          )}
        </SecretNotice>
      )}
      <KeyList
        canManage={canManage}
        onRotate={(apiKey) => setOpen({ dialog: "rotate", apiKey })}
        onRevoke={(apiKey) => setOpen({ dialog: "revoke", apiKey })}
      />
      {open?.dialog === "create" && <CreateKey onClose={close} onCreated={show} />}
      {open?.dialog === "rotate" && (
        <RotateKey apiKey={open.apiKey} onClose={close} onRotated={show} />
      )}
      {open?.dialog === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
    </DevelopersPage>
  );
}
