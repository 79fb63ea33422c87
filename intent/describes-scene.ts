import { foldInPlace } from "./normalize.ts";
import { numberSource } from "./number-words.ts";
import { tokenize, isWord } from "./tokens.ts";
import { articleWords } from "./words.ts";

/** Fewer words ("a dragon", "a purple elephant") may be meant for any medium. */
const wordsMin = 4;

/** Prepositions and verbs that place things: a description with one of these is visual. */
const place =
  /(?<![\p{L}])(?:in|on|at|under|over|above|below|beside|behind|near|inside|underneath|between|among|against|through|across|wearing|riding|holding|sitting|standing|flying|swimming|sleeping|running|en|sobre|bajo|junto|entre|con|dans|sur|sous|devant|derriere|pres|im|am|auf|unter|uber|neben|vor|hinter|zwischen|mit|nel|nella|sul|sulla|sotto|vicino|con|no|na|sob|perto|op|onder|naast|met|w|na|pod|nad|obok|z|в|на|под|над|у|возле|с)(?![\p{L}])/u;

const number = new RegExp(`^(?:${numberSource})$`, "u");

/** Requests without a specific subject. */
const open =
  /(?<![\p{L}])(?:something|anything|whatever|stuff|content|algo|quelque chose|etwas|irgend\p{L}*|qualcosa|alguma coisa|iets|cos|bir sey\p{L}*|что-?(?:то|нибудь))(?![\p{L}])/u;

/**
 * Reports whether a message only describes a visible scene, such as "a blue whale in the ocean". Its author
 * probably wants an image of the scene.
 */
export function describesScene(text: string): boolean {
  const words = tokenize(text).filter(isWord);
  const first = words[0]?.word;
  if (first === undefined || words.length < wordsMin) return false;
  // An article or a number opens a description; a bare verb ("remove the car in the back") does not.
  const opens = articleWords.has(first) || number.test(first);
  if (!opens || text.includes("?")) return false;
  const folded = foldInPlace(text);
  return place.test(folded) && !open.test(folded);
}
