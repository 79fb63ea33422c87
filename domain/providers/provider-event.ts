/** Signal that a provider's webhook arrived for a run. Carries the event's id. */
export const providerEventSignal = "provider-event";

/**
 * Maximum number of signals per submission: further ones have no new information, and each one adds a poll
 * and history events.
 */
export const providerEventsMax = 20;

/** Content of a provider's webhook. It is only a hint: the outcome of a request comes from a poll. */
export interface ProviderNews {
  /** The provider's id of this delivery, the same in each of its attempts. */
  readonly eventId: string;
  /** The provider's id of the request; null when the webhook has none. */
  readonly requestId: string | null;
  /**
   * Token that the engine sent with the request and that names the submission; null when the webhook has
   * none.
   */
  readonly token: string | null;
  /** The provider's status text. */
  readonly status: string | null;
}
