/** Limits of media operations. They keep the memory and time of a request bounded. */
export const inputsMax = 50;

export const imageInputPixelsMax = 64 * 1024 * 1024;
export const imageEdgeMax = 8192;
export const imagePixelsMax = 33_177_600;

/** 4K in both orientations. */
export const videoEdgeMax = 3840;
export const videoPixelsMax = 3840 * 2160;
export const videoSecondsMax = 600;
export const framesPerSecondMax = 60;

/** Frames that are composed one by one in memory are at most full HD. */
export const composedEdgeMax = 1920;
export const composedPixelsMax = 1920 * 1080;

/** Three hours. */
export const soundSecondsMax = 10_800;

/** Pixels of all frames of a video: ten minutes of 720p or about five of 1080p, each with 30 frames a second. */
export const videoWorkPixelsMax = 1280 * 720 * 30 * 600;

export const outputBytesMax = 1024 ** 3;
export const operationMsMax = 15 * 60 * 1000;
