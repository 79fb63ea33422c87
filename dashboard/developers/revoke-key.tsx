import type { ApiKey } from "@gme/client";

import { engine } from "#contract/engine.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import { useWords } from "#words/words.ts";

export function RevokeKey({
  apiKey: { keyId, name },
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const { apiKeys } = useWords(apiKeysTexts);
  return (
    <ConfirmDialog
      title={apiKeys.revokeTitle(name)}
      text={apiKeys.revokeText}
      submit={apiKeys.revoke}
      write={async () => engine.request("revokeApiKey", { path: { keyId } })}
      stale={["listApiKeys"]}
      onDone={() => {
        showToast(apiKeys.revoked(name));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
