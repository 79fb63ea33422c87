import type { RequestDependencies } from "#api/dependencies.ts";
import { issuesMax } from "#api/http/issues.ts";
import { listUsableVersions } from "#db/pipelines/pipelines.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { toPointer } from "#domain/pipelines/json-path.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";
import {
  versionKey,
  type CheckedVersion,
  type SubPipelines,
} from "#domain/pipelines/sub-pipelines.ts";

import { parameterIssues } from "./check-parameters.ts";
import { listUrlIssues } from "./check-webhook-url.ts";
import { createOutlooks, type Outlook } from "./pipeline-outlook.ts";

export interface CheckedPipeline extends CheckedVersion {
  readonly outlook: Outlook;
}

/** Checks a definition of a request's body. Throws `request_invalid` with all issues. */
export async function checkPipeline(
  definition: Definition,
  { organizationId }: { readonly organizationId: string },
  dependencies: Pick<RequestDependencies, "em" | "expressions" | "loadCatalog" | "settings">,
): Promise<CheckedPipeline> {
  const pipelines = await versionsUsedBy(definition, organizationId, dependencies);
  const result = await dependencies.expressions.check(definition, pipelines);
  const checked = "checked" in result ? result.checked : null;
  const issues = [
    ...result.issues,
    ...parameterIssues(definition, checked?.places ?? {}),
    ...callIssues(definition, dependencies),
  ];
  if (checked === null || issues.length > 0) throw refusal(issues);
  const outlook = await (await createOutlooks(dependencies))(definition, checked);
  if (outlook.issues.length > 0) throw refusal(outlook.issues);
  return { definition, checked, outlook };
}

/** Loads the versions of pipelines that a definition runs; omits those that the organization cannot use. */
async function versionsUsedBy(
  { steps }: Definition,
  organizationId: string,
  { em }: Pick<RequestDependencies, "em">,
): Promise<SubPipelines> {
  const named = locateSteps(steps).located.flatMap(({ step }) =>
    step.kind === "pipeline" ? [{ pipelineId: step.pipeline, version: step.version }] : [],
  );
  const versions = await listUsableVersions(em, { organizationId, named });
  return Object.fromEntries(
    versions.map(({ pipelineId, version, definition, checked }) => [
      versionKey(pipelineId, version),
      { definition, checked },
    ]),
  );
}

/** Reports URLs of calls that this deployment never reaches. */
function callIssues(
  { steps }: Definition,
  { settings }: Pick<RequestDependencies, "settings">,
): Issue[] {
  return locateSteps(steps).located.flatMap(({ step, path }) =>
    step.kind !== "call" || step.url === undefined
      ? []
      : listUrlIssues(step.url, { pointer: toPointer([...path, "url"]), settings }),
  );
}

function refusal(issues: readonly Issue[]): AppError {
  return new AppError("request_invalid", {
    issues: issues
      .slice(0, issuesMax)
      .map((issue) => ({ ...issue, pointer: `/definition${issue.pointer}` })),
  });
}
