import { operations } from "#domain/pipelines/operations.ts";
import type { StepOf } from "#domain/pipelines/step.ts";

import type { ExpectedMedia, MediaForecast } from "./expected-media.ts";

/** Wait in the queue, transfer of the inputs and storing of the result. */
const startSeconds = 1;
/** Work on two cores: for a second of a recording, a second of a video, and an image. */
const workSeconds = { audio: 0.03, video: 0.5, image: 0.3 };
/** Work for a second of a turntable, which draws a model instead of copying frames. */
const drawnSeconds = 2;

/** Returns the expected seconds of one execution of an operation, by the files that it works on. */
export function operationSeconds(step: StepOf<"transform">, forecast: MediaForecast): number {
  if (step.operation === "turntable") {
    return startSeconds + drawnSeconds * forecast.made(step).seconds;
  }
  const { basedOn } = operations[step.operation];
  const worked =
    basedOn === "outputSeconds"
      ? [forecast.made(step)]
      : step.inputs.map((input) => forecast.given(input));
  const work = worked.map((media) =>
    // The length of a video does not matter to an operation that reads one of its frames.
    basedOn === "files" ? workSeconds.image * media.files : workOn(media),
  );
  return work.reduce((sum, each) => sum + each, startSeconds);
}

function workOn({ kind, files, seconds }: ExpectedMedia): number {
  return kind === "audio" || kind === "video"
    ? workSeconds[kind] * seconds
    : workSeconds.image * files;
}
