import { ApiError, type Model } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Section } from "#page-parts/section.tsx";
import { WithAside } from "#page-parts/with-aside.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { useWords } from "#words/words.ts";

import { Availability } from "./availability.tsx";
import { ModelSide } from "./model-side.tsx";
import { ModelText } from "./model-text.tsx";
import { ModelTry } from "./model-try.tsx";

import styles from "./models.module.css";

/** One model: what it takes, costs and needs, and a form that runs it. */
export function ModelPage() {
  const { models } = useWords(modelsTexts);
  const { modelId } = useParams({ from: "/shell/models/$modelId" });
  const model = useQuery(read("getModel", { path: { modelId } }));
  if (model.data !== undefined) return <LoadedModel model={model.data} />;
  return (
    <Page title={models.model}>
      {model.error === null ? (
        <Skeleton height="24rem" />
      ) : ApiError.is(model.error, "model_not_found") ? (
        <EmptyState title={models.gone} text={models.goneText}>
          <Link to="/models">{models.toList}</Link>
        </EmptyState>
      ) : (
        <ProblemNotice problem={toProblem(model.error)} onRetry={() => void model.refetch()} />
      )}
    </Page>
  );
}

function LoadedModel({ model }: { readonly model: Model }) {
  const { models } = useWords(modelsTexts);
  const mayGenerate = useCan("generations:create");
  return (
    <Page title={model.displayName} actions={<Availability model={model} />}>
      <p className={styles.lead}>
        <ModelText text={model.description} />
      </p>
      <WithAside aside={<ModelSide model={model} />}>
        {mayGenerate && (
          <Section title={models.try}>
            <ModelTry key={model.id} model={model} />
          </Section>
        )}
      </WithAside>
    </Page>
  );
}
