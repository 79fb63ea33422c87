import type { PipelineDefinition, PipelineWithDefinition } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";
import { readTagged, type Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { showToast } from "#ui/toasts.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

type Loaded = Tagged<PipelineWithDefinition>;

/** Saves a definition as the next version, unless another person has changed the pipeline since it was loaded. */
export function useSavePipeline(base: Loaded, onSaved: (saved: Loaded) => void) {
  const { pipelines } = useWords(pipelinesTexts);
  const { pipelineId } = base.value;
  const [isLoading, setIsLoading] = useState(false);
  const { send, isSending, problem } = useWrite(
    async ({ definition, etag }: { definition: PipelineDefinition; etag: string }) => {
      const path = { pipelineId };
      await engine.request("updatePipeline", { path, body: { definition } }, { ifMatch: etag });
      return readLatest(pipelineId);
    },
    {
      stale: ["listPipelines", "listPipelineVersions"],
      onDone: (saved) => {
        showToast(pipelines.saved(saved.value.version));
        onSaved(saved);
      },
    },
  );
  const readTheirs = async () => {
    setIsLoading(true);
    return readLatest(pipelineId).finally(() => setIsLoading(false));
  };
  return {
    save: (definition: PipelineDefinition) => send({ definition, etag: base.etag }),
    /** Saves over the version of another person, which stays in the list of versions. */
    async saveOver(definition: PipelineDefinition) {
      send({ definition, etag: (await readTheirs()).etag });
    },
    async loadTheirs(onLoaded: (theirs: Loaded) => void) {
      onLoaded(await readTheirs());
    },
    isSending: isSending || isLoading,
    isConflict: problem?.code === "precondition_failed",
    problem,
  };
}

async function readLatest(pipelineId: string): Promise<Loaded> {
  return queryClient.fetchQuery({
    ...readTagged("getPipeline", { path: { pipelineId } }),
    staleTime: 0,
  });
}
