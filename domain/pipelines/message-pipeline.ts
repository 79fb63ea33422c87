import { resultContentType, type Capability } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";

import type { Definition } from "./definition.ts";

/** Pipeline and version of a run of several requests in one message, whose definition is stored with the run only. */
export const messagePipeline = { id: "message", version: 1 } as const;

/** Requests of one message that a run generates together. */
export const messageRequestsMax = 5;

/** One of the requests of a message. */
export type MessageRequest = Pick<
  Intent,
  "capability" | "subject" | "parameters" | "requestedModel" | "requestedProvider"
>;

/** Returns the definition of independent `generate` steps, one for each request. */
export function toMessageDefinition(requests: readonly MessageRequest[]): Definition {
  const names = nameSteps(requests.map(({ capability }) => capability));
  const steps = requests.map(
    ({ capability, subject, parameters, requestedModel, requestedProvider }, index) => [
      names[index],
      {
        kind: "generate" as const,
        capability,
        prompt: subject.replaceAll("{{", "{{ '{{' }}"),
        parameters,
        ...(requestedModel === undefined ? {} : { model: requestedModel }),
        ...(requestedProvider === undefined ? {} : { provider: requestedProvider }),
      },
    ],
  );
  return {
    schemaVersion: 1,
    steps: Object.fromEntries(steps) as Definition["steps"],
    outputs: Object.fromEntries(names.map((name) => [name, `{{ steps.${name}.output }}`])),
  };
}

const nameOf = { image: "image", video: "video", audio: "speech", "3d": "model" } as const;

/** Names steps after their results: `image`, `video`, `image2`. */
function nameSteps(capabilities: readonly Capability[]): string[] {
  const names = capabilities.map((capability) => nameOf[resultContentType(capability, [])]);
  return names.map((name, index) => {
    const number = names.slice(0, index + 1).filter((each) => each === name).length;
    return number === 1 ? name : `${name}${number}`;
  });
}
