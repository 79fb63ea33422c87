export const viewer = {
  image: (prompt: string) => `Generated image: ${prompt}`,
  video: (prompt: string) => `Generated video: ${prompt}`,
  audio: (prompt: string) => `Generated audio: ${prompt}`,
  model: (prompt: string) => `3D model: ${prompt}. Drag to turn it, or use the arrow keys.`,
  play: "Play",
  pause: "Pause",
  waveform: "Position in the recording",
  loading: "Loading …",
  failed: "This file could not be shown. You can still download it.",
};
