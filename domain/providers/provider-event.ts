/** The signal by which a run is told that its provider has sent word. Carries the event's id. */
export const providerEventSignal = "provider-event";

/** Of one submission: more are no news, and each makes a question and some history. */
export const providerEventsMax = 20;

/** What a webhook of a provider tells. It is a hint: what became of a request, a poll tells. */
export interface ProviderNews {
  /** The provider's name of this delivery, the same each time that it is tried. */
  readonly eventId: string;
  /** The provider's name of our request; null when it does not say. */
  readonly requestId: string | null;
  /** What we gave to be repeated, which names the submission; null when there is none. */
  readonly token: string | null;
  /** The provider's word for how far it is. */
  readonly status: string | null;
}
