import type { ApiKey, ApiKeyWithValue } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import { useWords } from "#words/words.ts";

import { overlapDefault, OverlapSelect } from "./overlap-select.tsx";

export function RotateKey({
  apiKey: { keyId, name },
  onClose,
  onRotated,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRotated: (apiKey: ApiKeyWithValue) => void;
}) {
  const { apiKeys } = useWords(apiKeysTexts);
  const [overlap, setOverlap] = useState(overlapDefault);
  const { send, isSending, problem } = useWrite(
    async (overlapSeconds: number, options) =>
      engine.request("rotateApiKey", { path: { keyId }, body: { overlapSeconds } }, options),
    { stale: ["listApiKeys"], onDone: onRotated },
  );
  return (
    <FormDialog
      title={apiKeys.rotateTitle(name)}
      submit={apiKeys.rotate}
      isSending={isSending}
      problem={problem}
      onSubmit={() => send(Number(overlap))}
      onClose={onClose}
    >
      <p>{apiKeys.rotateText}</p>
      <OverlapSelect value={overlap} onChange={setOverlap} />
    </FormDialog>
  );
}
