/** Category that no setting and no policy allows. */
export const neverAllowed = "sexual/minors";

/** Category of a service that flags a text without naming a category. */
export const unnamedCategory = "flagged";

export const categoryCharactersMax = 64;

/** An input of a moderation service: a text, or an image as a data URL. */
export type ModeratedInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly dataUrl: string };

/**
 * Classifies inputs. Returns the flagged categories of each, in the order of the inputs. Throws
 * `moderation_unavailable` when the service gives no valid response in time.
 */
export type Moderate = (
  inputs: readonly ModeratedInput[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly (readonly string[])[]>;

/** A moderation service as the settings name it. */
export interface ModerationService {
  readonly moderate: Moderate;
  /** URL and model: a change of either makes former results void. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Time for which the service is not called after it gave no response. */
  readonly restMs: number;
}
