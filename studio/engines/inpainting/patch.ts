/** Pixels of a square patch to each side of its centre. */
export const patchReach = 3;
export const patchSize = patchReach * 2 + 1;
