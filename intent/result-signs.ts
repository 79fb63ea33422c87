import { foldInPlace } from "./normalize.ts";
import { naming } from "./slots/draft.ts";
import { findMedium } from "./words.ts";

/** Results that a message requests with a word of its own, such as "moving", "8 seconds" or "printable". */
export interface ResultSigns {
  readonly film: boolean;
  readonly solid: boolean;
}

const film = naming("sign/film");
const solid = naming("sign/solid");

export function readResultSigns(request: string): ResultSigns {
  const folded = foldInPlace(request);
  const media = new Set((folded.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? []).map(findMedium));
  return {
    film: media.has("video") || folded.search(film) >= 0,
    solid: media.has("3d") || folded.search(solid) >= 0,
  };
}
