import { findConcepts } from "./find-concepts.ts";
import { naming } from "./slots/draft.ts";
import { foldInPlace } from "./text/normalize.ts";
import { findMedium, isMediaVerb } from "./text/words.ts";

/** Results that a message requests with a separate term, such as "moving", "8 seconds" or "printable". */
export interface ResultSigns {
  /** The message names an image or a way to make one: "poster", "draw", "watercolour". */
  readonly image: boolean;
  readonly film: boolean;
  readonly solid: boolean;
}

const film = naming("sign/film");
const solid = naming("sign/solid");

const imageConcepts: ReadonlySet<string> = new Set(["image", "design", "style", "render"]);
const requestCharactersMax = 400;

export function readResultSigns(request: string): ResultSigns {
  const folded = foldInPlace(request);
  const words = folded.match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? [];
  const media = new Set(words.map(findMedium));
  const concepts = findConcepts(request.slice(0, requestCharactersMax));
  return {
    image:
      media.has("image") ||
      words.some(isMediaVerb) ||
      concepts.some((concept) => imageConcepts.has(concept)),
    film: media.has("video") || folded.search(film) >= 0,
    solid: media.has("3d") || folded.search(solid) >= 0,
  };
}
