import type { OperationId } from "@gme/client";
import { useState } from "react";

import { useWrite } from "#contract/use-write.ts";
import { showToast } from "#ui/toasts.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

interface Change<Body> {
  readonly body: Body;
  readonly etag: string;
}

/**
 * A change with `If-Match`. When it is refused because another operator was faster, `present` is the resource as it
 * is now, and the next send goes against that version.
 */
export function useChange<Resource extends { readonly etag: string }, Body>({
  shown,
  write,
  reload,
  stale,
  onDone,
}: {
  /** Resource as the dialog was opened. */
  readonly shown: Resource;
  readonly write: (body: Body, etag: string) => Promise<unknown>;
  /** Reads the resource again. */
  readonly reload: () => Promise<Resource | undefined>;
  readonly stale: readonly OperationId[];
  readonly onDone: () => void;
}) {
  const { admin } = useWords(adminTexts);
  const [present, setPresent] = useState<Resource | null>(null);
  const { send, isSending, problem } = useWrite(
    async ({ body, etag }: Change<Body>) =>
      write(body, etag).catch(async (error: unknown) => {
        if (isConflict(error)) setPresent((await reload()) ?? null);
        throw error;
      }),
    {
      stale,
      onDone: () => {
        showToast(admin.saved);
        onDone();
      },
    },
  );
  return {
    send: (body: Body) => send({ body, etag: (present ?? shown).etag }),
    isSending,
    problem,
    /** The resource after another operator's change; null without a conflict. */
    present: problem?.code === "precondition_failed" ? present : null,
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "precondition_failed";
}
