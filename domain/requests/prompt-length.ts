/** Maximum of a prompt or a message; the model can have a lower one. */
export const promptCharactersMax = 32_000;

/** Maximum of models whose provider publishes none. */
export const unstatedCharactersMax = 4_000;
