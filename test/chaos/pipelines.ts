import { chaosStudio } from "./providers.ts";

/** A pipeline of the run; its prompts use the inputs `name` and `behaviours`. */
export interface ChaosPipeline {
  readonly name: string;
  /** Jobs of a run that completes at once, its own included. */
  readonly jobs: number;
  readonly definition: object;
}

/** Behaviours that a run names, one for each step that generates. */
export const behavioursOfRun = 4;

const inputs = {
  name: { type: "text", maxLength: 100 },
  behaviours: { type: "list", of: { type: "text", maxLength: 100 }, maxItems: behavioursOfRun },
};

/** A step that generates with one provider, with studio as the alternative. `details` are in its prompt. */
function generate(slug: string, behaviour: string, details: string, fields: object = {}): object {
  return {
    kind: "generate",
    capability: "text-to-image",
    prompt: `a red fox, {{ inputs.name }}, ${details}, behaviour {{ inputs.behaviours[${behaviour}] }}`,
    routing: { allow: [slug, chaosStudio.slug] },
    ...fields,
  };
}

/** A map without jobs, so that a run of every pipeline opens one. */
const sizes = {
  kind: "map",
  over: "{{ range(2) }}",
  maxItems: 2,
  steps: { side: { kind: "value", value: "{{ 512 * (item + 1) }}" } },
  value: "{{ steps.side.value }}",
};

/** Between them, they have every provider and the kinds of steps and ends that a run can have. */
export const chaosPipelines: readonly ChaosPipeline[] = [
  {
    name: "Chain",
    jobs: 4,
    definition: {
      schemaVersion: 1,
      inputs,
      steps: {
        sizes,
        wish: { kind: "read", message: "a 16:9 picture of a red fox" },
        first: generate("ideogram", "0", "of {{ steps.wish.intent.subject }}", {
          retries: 1,
          fallback: [{ model: "studio-image" }],
        }),
        second: generate("stability-ai", "1", "after {{ steps.first.output.sha256 }}"),
        square: {
          kind: "transform",
          operation: "crop",
          inputs: ["{{ steps.second.output }}"],
          parameters: { aspectRatio: "1:1" },
        },
      },
      outputs: { image: "{{ steps.square.output }}" },
    },
  },
  {
    name: "Shots",
    jobs: 6,
    definition: {
      schemaVersion: 1,
      inputs,
      steps: {
        shots: {
          kind: "map",
          over: "{{ range(3) }}",
          maxItems: 3,
          onItemError: "drop",
          steps: { take: generate("recraft", "index", "shot {{ index }}", { timeoutSeconds: 10 }) },
          value: "{{ steps.take.output }}",
        },
        check: { kind: "approve", question: "Use {{ size(steps.shots.items) }} shots?" },
        last: generate("black-forest-labs", "3", "after {{ size(steps.shots.items) }} shots", {
          after: ["check"],
        }),
      },
      outputs: { shots: "{{ steps.shots.items }}", last: "{{ steps.last.output }}" },
    },
  },
  {
    name: "Portrait",
    jobs: 4,
    definition: {
      schemaVersion: 1,
      inputs,
      steps: {
        sizes,
        face: {
          kind: "switch",
          cases: [{ when: "{{ inputs.behaviours[0] == 'plain' }}", value: "{{ 'no file' }}" }],
          otherwise: {
            steps: { paint: generate("recraft", "0", "a portrait") },
            value: "{{ steps.paint.output.sha256 }}",
          },
        },
        check: { kind: "approve", question: "Use {{ steps.face.value }}?" },
        final: generate("ideogram", "1", "after {{ steps.face.value }}", {
          after: ["check"],
          retries: 1,
        }),
      },
      outputs: { final: "{{ steps.final.output }}" },
    },
  },
];
