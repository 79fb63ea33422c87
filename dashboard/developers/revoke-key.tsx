import type { ApiKey } from "@gme/client";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { showToast } from "#ui/toasts.tsx";
import { useWords } from "#words/words.ts";

export function RevokeKey({
  apiKey: { keyId, name },
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const { apiKeys } = useWords();
  const { send, isSending, problem } = useWrite(
    async () => engine.request("revokeApiKey", { path: { keyId } }),
    {
      stale: ["listApiKeys"],
      onDone: () => {
        showToast(apiKeys.revoked(name));
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={apiKeys.revokeTitle(name)}
      submit={apiKeys.revoke}
      look="danger"
      isSending={isSending}
      problem={problem}
      onSubmit={() => send(undefined)}
      onClose={onClose}
    >
      <p>{apiKeys.revokeText}</p>
    </FormDialog>
  );
}
