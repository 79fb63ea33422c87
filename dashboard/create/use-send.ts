import { useMutation } from "@tanstack/react-query";
import type { Dispatch } from "react";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";

import type { DraftAction, DraftRequest } from "./draft.ts";
import { newKey } from "./use-draft.ts";

interface Sending {
  readonly request: DraftRequest;
  readonly key: string;
  /** Highest price that the page has shown; the engine refuses a higher one. */
  readonly priceMax: number;
}

export function useSend({
  change,
  onCreated,
}: {
  readonly change: Dispatch<DraftAction>;
  readonly onCreated: (jobId: string) => void;
}) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ request, key, priceMax }: Sending) => {
      const options = { idempotencyKey: key };
      return request.operationId === "createChatJob"
        ? engine.request(
            "createChatJob",
            { body: { ...request.body, maxCredits: priceMax } },
            options,
          )
        : engine.request(
            "createGeneration",
            { body: { ...request.body, maxCredits: priceMax } },
            options,
          );
    },
    onSuccess: async (accepted) => {
      change({ type: "sent", key: newKey() });
      if ("jobId" in accepted) onCreated(accepted.jobId);
      await queryClient.invalidateQueries({ queryKey: ["listJobs"] });
      await queryClient.invalidateQueries({ queryKey: ["getCredits"] });
    },
  });
  return { send: mutate, isSending: isPending, problem: error === null ? null : toProblem(error) };
}
