/** A file with more chunks than this was made to keep the engine busy. */
export const chunksMax = 10_000;
/** Maximum number of frames, pages or blocks of sound and video: at least 35 hours. */
export const framesMax = 5_000_000;
