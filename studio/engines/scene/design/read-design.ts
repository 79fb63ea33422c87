/** Layouts of their own, besides scenes. */
export type Design = "logo" | "icon" | "pattern" | "line-art" | "isometric" | "poster";

const patterns: readonly (readonly [Design, RegExp])[] = [
  [
    "line-art",
    /\b(?:black and white )?(?:line[- ]?(?:art|drawing)|outline drawing|colou?ring (?:page|book))s?\b/iu,
  ],
  ["isometric", /\bisometric(?: (?:view|illustration|drawing|art|render))?\b/iu],
  ["logo", /\b(?:logo(?:type)?|emblem|brand mark)s?\b/iu],
  ["pattern", /\b(?:seamless )?(?:patterns?|wallpaper pattern|textile|wrapping paper|tiles?)\b/iu],
  ["icon", /\b(?:app )?(?:icon|favicon|sticker|pictogram)s?\b/iu],
  [
    "poster",
    /\b(?:poster|book cover|album cover|flyer|postcard|(?:birthday|greeting|greetings) card|(?<=\b(?:christmas|thank you|holiday|anniversary|wedding|valentine) )card|invitation)s?\b/iu,
  ],
];

/** Words of geometric patterns, which name no subjects. */
const motifPattern =
  /\b(?:polka|dots?|dotted|strip(?:e|ed|es)|zig-?zag|chevrons?|check(?:s|ed|ered)|plaid|tartan|art deco|triangles?|squares?|circles?|diamonds?)\b/giu;

export interface DesignReading {
  readonly design: Design | null;
  /** The name after "called" or "titled"; null without one. */
  readonly title: string | null;
  /** The prompt without the words of the layout and the title. */
  readonly rest: string;
}

const titlePattern =
  /\b(?:called|named|titled|entitled)\s+(\p{Lu}[\p{L}\p{N}'’&.]*(?:\s+(?:&|and|of|the|\p{Lu}[\p{L}\p{N}'’&.]*))*)/u;
const lettersPattern =
  /\b(?:with )?the (?:letters?|initials?|words?) (\p{Lu}[\p{Lu}\p{N}&]{0,11})\b/u;

/** Takes the words of a layout, such as "logo for" or "line art of", from a prompt. */
export function readDesign(prompt: string): DesignReading {
  const named = titlePattern.exec(prompt) ?? lettersPattern.exec(prompt);
  const unnamed = named ? prompt.replace(named[0], " ") : prompt;
  for (const [design, pattern] of patterns) {
    if (!pattern.test(unnamed)) continue;
    const rest = unnamed.replace(pattern, " ");
    const isPattern = design === "pattern";
    return {
      design,
      title: named?.[1] ?? null,
      rest: isPattern ? rest.replaceAll(motifPattern, " ") : rest,
    };
  }
  return { design: null, title: named?.[1] ?? null, rest: unnamed };
}
