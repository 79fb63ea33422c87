import { resultContentType, type Capability, type ContentType } from "./capability.ts";
import { generationInputs, type JobInput } from "./generation.ts";
import type { GenerationParameters, OpenIntent } from "./intent.ts";

/** Capability of a chat request without a capability and without intent parsing. */
const defaultCapability: Capability = "text-to-image";

/** A request and the parsed intent of its message. */
export interface GenerationFacts {
  readonly request: {
    readonly message?: string;
    readonly prompt?: string;
    readonly capability?: Capability;
    readonly inputs: readonly JobInput[];
    readonly parameters: GenerationParameters;
  };
  readonly intent?:
    | Pick<
        OpenIntent,
        "capability" | "subject" | "parameters" | "requestedModel" | "requestedProvider"
      >
    | null
    | undefined;
}

export interface Generation {
  readonly capability: Capability;
  readonly contentType: ContentType;
  readonly prompt: string;
  readonly parameters: GenerationParameters;
}

/**
 * Combines a request with its parsed intent: explicit values of the caller override values from the message.
 * Without a subject ("make it look like a pencil sketch") the whole message is the prompt.
 */
export function generationOf({ request, intent }: GenerationFacts): Generation {
  const capability = request.capability ?? intent?.capability ?? defaultCapability;
  const subject = intent?.subject.trim();
  return {
    capability,
    contentType: resultContentType(
      capability,
      generationInputs(request.inputs).map(({ kind }) => kind),
    ),
    prompt: request.prompt ?? (subject || (request.message ?? "")),
    parameters: { ...intent?.parameters, ...request.parameters },
  };
}
