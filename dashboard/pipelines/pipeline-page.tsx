import { ApiError } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";

import { readTagged } from "#contract/tagged.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { PipelineEditor } from "./editor/pipeline-editor.tsx";

/** One pipeline: its steps, JSON, runs and versions. */
export function PipelinePage() {
  const { pipelines } = useWords(pipelinesTexts);
  const { pipelineId } = useParams({ from: "/shell/pipelines/$pipelineId" });
  const { version } = useSearch({ from: "/shell/pipelines/$pipelineId" });
  const pipeline = useQuery({
    ...readTagged("getPipeline", {
      path: { pipelineId },
      ...(version === undefined ? {} : { query: { version } }),
    }),
    // The editor keeps what it has loaded; a later change of another person is found when it saves.
    refetchOnReconnect: false,
  });
  if (pipeline.data !== undefined) {
    return <PipelineEditor key={`${pipelineId} ${version ?? ""}`} loaded={pipeline.data} />;
  }
  return (
    <Page title={pipelines.one}>
      {ApiError.is(
        pipeline.error,
        "pipeline_not_found",
        "pipeline_version_not_found",
        "outside_organization",
      ) ? (
        <EmptyState title={pipelines.gone} text={pipelines.goneText} />
      ) : (
        <Loaded query={pipeline} height="28rem">
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}
