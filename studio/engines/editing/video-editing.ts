import { mkdir, rename, rm } from "node:fs/promises";
import { extname, join } from "node:path";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineInput,
  EngineOutput,
} from "#studio/engine.ts";
import { operations } from "#studio/engines/media/operations.ts";
import { probeVideo } from "#studio/engines/media/probe.ts";
import { withinTimeLimit } from "#studio/engines/media/run-operation.ts";
import { StudioError } from "#studio/errors.ts";

import type { EditStep } from "./edit-step.ts";
import { type EditPlan, parametersOf, planEdits } from "./plan-edits.ts";

const editor: EngineDescription = {
  name: "media",
  tier: "algorithmic",
  limitation: "Edits the given video with ffmpeg; it draws and invents nothing",
};

/** Edits a video by a list of media operations, by words, or by both. */
export const videoEditing: Engine = {
  capability: "video-editing",
  async describe({ ffmpegPath }) {
    return { engine: editor, available: ffmpegPath !== null };
  },
  validate: (request, kinds) => planEdits(request, kinds).issues,
  async run(request, context) {
    const plan = planEdits(
      request,
      context.inputs.map(({ kind }) => kind),
    );
    const output = await withinTimeLimit(context, (limited) => runSteps(plan, limited));
    return { engine: { ...editor, limitation: describe(plan) }, outputs: [output] };
  },
};

function describe({ steps, notApplied }: EditPlan): string {
  const applied = `Applied: ${steps.map(({ operation }) => operation).join(", ")}`;
  const missing = notApplied.length === 0 ? "" : `. Not applied: ${notApplied.join(", ")}`;
  return `${editor.limitation}. ${applied}${missing}`;
}

async function runSteps(
  { steps, further }: EditPlan,
  context: EngineContext,
): Promise<EngineOutput> {
  let current = context.inputs.find(({ kind }) => kind === "video");
  let output: EngineOutput | undefined;
  let folder: string | undefined;
  for (const [index, edit] of steps.entries()) {
    if (!current) break;
    const inputs = (further[index] ?? []).flatMap((place) => context.inputs[place] ?? []);
    const workFolder = join(context.workFolder, `step-${index}`);
    await mkdir(workFolder);
    output = await runStep(edit, [current, ...inputs], {
      ...context,
      workFolder,
      progress: (fraction, stage) => context.progress((index + fraction) / steps.length, stage),
    });
    // Only the newest file is kept, so disk use does not grow with the number of steps.
    if (folder) await rm(folder, { recursive: true, force: true });
    folder = workFolder;
    current = { kind: "video", path: output.path, contentType: output.contentType };
  }
  if (!output) throw new StudioError("invalid_input", "A video and an edit are needed.");
  const path = join(context.workFolder, `0${extname(output.path)}`);
  await rename(output.path, path);
  return { ...output, path };
}

async function runStep(
  edit: EditStep,
  inputs: readonly [EngineInput, ...EngineInput[]],
  context: EngineContext,
): Promise<EngineOutput> {
  const { operation } = edit;
  const needsFacts = typeof edit.parameters === "function";
  const facts = needsFacts ? await probeVideo(inputs[0], context) : null;
  const parameters = facts ? parametersOf(edit, facts) : edit.parameters;
  const kinds = inputs.map(({ kind }) => kind);
  const issues = operations[operation].validate(parameters, kinds);
  if (issues.length > 0) {
    const problems = issues.map(
      ({ path, message }) => `${path.replace("parameters.", "")}: ${message}`,
    );
    const length = facts ? ` The video has ${facts.durationSeconds.toFixed(2)} seconds.` : "";
    throw new StudioError("invalid_input", `${operation}: ${problems.join("; ")}.${length}`);
  }
  return operations[operation].run(parameters, { ...context, inputs });
}
