import { fillerWords, findMedium } from "#intent/text/words.ts";

import { cutSpan, findAll, naming } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

/** Wordings that are a style only next to certain words. */
const rules: Readonly<Record<string, string>> = {
  "oil painting": "in ol(?! )",
  // "Anime" is also the imperative of "to animate" in French, Spanish and Portuguese.
  anime: String.raw`anime(?! (?:cette|esta|este|essa|la|le|ma|mon|ce|minha)(?!\p{L}))`,
  "film noir": "noir(?= style| look|$)",
  gothic: "gothic(?= style| look| art)",
  fantasy: "fantasy(?= art| style)",
  sketch: "sketch(?= style| look)",
};

/** Styles by their normalised names, more specific ones first. */
const styles = [
  "watercolor",
  "oil painting",
  "pencil sketch",
  "pixel art",
  "low-poly",
  "anime",
  "manga",
  "comic",
  "cartoon",
  "pixar",
  "cyberpunk",
  "steampunk",
  "vaporwave",
  "photorealistic",
  "black and white",
  "sepia",
  "film noir",
  "cinematic",
  "minimalist",
  "impressionist",
  "van gogh",
  "picasso",
  "ukiyo-e",
  "pop art",
  "art deco",
  "art nouveau",
  "baroque",
  "renaissance",
  "surrealist",
  "abstract",
  "charcoal",
  "pastel",
  "ink",
  "gouache",
  "line art",
  "isometric",
  "flat",
  "claymation",
  "stop motion",
  "lego",
  "voxel",
  "origami",
  "vintage",
  "gothic",
  "fantasy",
  "digital art",
  "3d render",
  "realistic",
  "sketch",
].map((name) => {
  const spaced = rules[name];
  return { name, pattern: naming(`style/${name}`, spaced === undefined ? {} : { spaced }) };
});

/** Text that turns a style into a clause outside the subject. */
const clauseBefore =
  /(?:(?:,|^|;|\(|-|–)\s*(?:with (?:a )?|very )?|(?<!\p{L})(?:in|en|im|in the|in a|nel|no|w|в|on|au|dans un|con|avec|with(?: a)?|mit|as a|as an|as|like a|like an|into a|into an|to|into|come un|come|como|comme|wie ein|wie|als|in ein|in einen|in eine|en un|en una|in un|em um|em|na|za|jak|jako|bi) (?:(?:a|an|the|style|styles|stil|estilo|stile|stylu|стиле|stijl)(?: (?:of|de|di|von|van|d'))? ?)?|(?:estilo|style|stil|stile|stijl|styl|стиль|стиле|stylu|اسلوب|باسلوب)(?: (?:of|de|d'|di|von|van))? ?)$/u;
const clauseAfter =
  /^\s?(?:-?\s?(?:style[sd]?|look|aesthetics?|lighting|effect|feel|vibe|mood|stil|estilo|stile|stijl|tarzi(?:nda)?|stilinde|стил\p{L}+|शैली)(?!\p{L})|风格?|風|的?画风|스타일|풍|(?:の)?スタイル|タッチ|조명)/u;

interface StyleMatch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the first style that the message names. A style in a clause ("in watercolor style", ", cinematic
 * lighting") is cut out; an adjective of the subject ("a minimalist logo") is kept.
 */
export function readStyle(draft: SlotDraft): void {
  const matches = styles.flatMap(({ name, pattern }) =>
    findAll(draft, pattern).map((match): StyleMatch => ({
      name,
      start: match.index ?? 0,
      end: (match.index ?? 0) + match[0].length,
    })),
  );
  if (matches.length === 0) return;
  draft.parameters.style = matches[0]?.name ?? "";
  for (const match of matches) cutClause(draft, match);
}

function cutClause(draft: SlotDraft, { start, end }: StyleMatch): void {
  draft.styles.push({ start, end });
  const before = clauseBefore.exec(draft.text.slice(Math.max(0, start - 40), start));
  const following = draft.text.slice(end, end + 40);
  const after = clauseAfter.exec(following);
  const isClause = before !== null || beginsClause.test(draft.text.slice(start, end));
  if (
    !after &&
    !(isClause && endsClause.test(following)) &&
    !describesMedium(following) &&
    !followsMedium(draft.text.slice(Math.max(0, start - 30), start), following)
  )
    return;
  const isSeparator = before === null || /^[,;(–-]|^\s*$/u.test(before[0]);
  cutSpan(draft, {
    start:
      start -
      (isSeparator || !endsClause.test(following.slice(after?.[0].length ?? 0))
        ? 0
        : before[0].length),
    end: end + (after?.[0].length ?? 0),
  });
}

/** Names that include their preposition: "in oil", "al óleo", "à l'huile". */
const beginsClause = /^(?:in|al|a|ad|au) /u;
const endsClause = /^\s*(?:[,.;!)]|$)/u;

/** "un portrait photoréaliste de …": in Romance languages the style follows the medium. */
function followsMedium(preceding: string, following: string): boolean {
  const noun = /([\p{L}]+) $/u.exec(preceding)?.[1] ?? "";
  return (
    findMedium(noun) !== undefined &&
    /^ (?:d[eio]? |d'|del |della |von |van |of |con |com |avec )/u.test(following)
  );
}

/** "a watercolor picture of …": the style describes the medium and not the subject. */
function describesMedium(following: string): boolean {
  const words = /^[ -]([\p{L}\p{N}][\p{L}\p{N}-]*)(?: (\p{L}[\p{L}-]*))?/u.exec(following);
  if (!words) return false;
  const [, first = "", second = ""] = words;
  return (
    findMedium(first) !== undefined || (fillerWords.has(first) && findMedium(second) !== undefined)
  );
}
