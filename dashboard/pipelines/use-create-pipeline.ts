import type { NewPipeline } from "@gme/client";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";

/** Creates a pipeline, also from another one or from a run. */
export function useCreatePipeline(onCreated: (pipelineId: string) => void) {
  return useWrite(
    async (body: NewPipeline, options) => engine.request("createPipeline", { body }, options),
    {
      stale: ["listPipelines"],
      onDone: (created) => {
        if ("pipelineId" in created) onCreated(created.pipelineId);
      },
    },
  );
}
