/** Parameters of a response that names none. */
export const noParameters = {
  aspectRatio: null,
  durationSeconds: null,
  count: null,
  style: null,
  negativePrompt: null,
  language: null,
};

/** Answer of a language model to a message of a conversation, as the text that it returns. */
export function modelAnswer(values: object): string {
  const answer = {
    act: "new",
    refersTo: [],
    change: null,
    option: null,
    capability: "text-to-image",
    subject: "",
    confidence: 0.95,
    parameters: noParameters,
    more: [],
    pipeline: null,
  };
  return JSON.stringify({ ...answer, ...values });
}
