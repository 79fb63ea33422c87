/** Scheme of the URIs of outputs. */
export const outputScheme = "gme:";

/** URIs under which `resources/read` serves outputs. */
export const outputUriTemplate = "gme://jobs/{jobId}/outputs/{outputId}";

export function outputUri(jobId: string, outputId: string): string {
  return `gme://jobs/${jobId}/outputs/${outputId}`;
}

export function outputIdOf(uri: string | undefined): string | undefined {
  return /^gme:\/\/jobs\/[\w-]+\/outputs\/([\w-]+)$/.exec(uri ?? "")?.[1];
}
