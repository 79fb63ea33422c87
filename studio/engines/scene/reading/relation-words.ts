/** `with` means that a person holds, or that a container contains; `of` only the latter. */
export type Relation = "ride" | "on" | "in" | "under" | "behind" | "hold" | "with" | "of";

export const relationWords: ReadonlyMap<string, Relation> = new Map(
  (
    [
      [
        "ride",
        `riding rides ride mounted astride driving drives montando monta reitet reitend
        chevauchant chevauche верхом едет`,
      ],
      ["on", "on onto upon atop crossing crosses sobre auf sur на"],
      ["in", "in inside into en dans в"],
      ["behind", "behind detrás hinter derrière за"],
      [
        "hold",
        `holding holds carrying carries wearing wears eating eats drinking drinks reading reads
        playing plays flying flies catching using hugging serving making knitting sewing throwing
        kicking lifting waving pulling pushing smoking
        pouring selling baking preparing cooking offering`,
      ],
      ["with", "with con avec mit с"],
      ["of", "of"],
      ["under", "under beneath underneath below bajo debajo unter sous под"],
    ] as const
  ).flatMap(([relation, words]) => words.split(/\s+/).map((word) => [word, relation] as const)),
);

/** Words that end a relation: in "a fox on the left and a dog", no fox is on the dog. */
export const relationBreaks = new Set("left right and near next beside y et und и".split(" "));
/** Words that join subjects: in "a fox and a rabbit in a boat", both are in the boat. */
export const joiningWords = new Set("and & y e et und и".split(" "));
/** Words after which a colour describes the previous subject, as in "coche rojo y casa". */
export const adjectiveEnds = new Set(
  "en dans y et del von im na in on at con avec de du des sur sobre".split(" "),
);

/** Words about the size of the next subject. */
export const sizes: Readonly<Record<string, number>> = {
  tiny: 0.5,
  small: 0.72,
  little: 0.72,
  big: 1.3,
  large: 1.3,
  huge: 1.5,
  giant: 1.7,
  gigantic: 1.7,
};

/** Words for one of several subjects that were named before. */
export const memberWords = new Set("one another other".split(" "));
export const glowWords = new Set("glowing shining luminous".split(" "));
export const lights = new Set("stars moon sun aurora fireflies neon lights lightning".split(" "));
/** Names of a storm that show lightning. */
export const lightningWords = new Set(
  "lightning thunderstorm orage gewitter гроза 闪电 雷".split(" "),
);
export const stackWords = new Set("stack pile tower stacked".split(" "));
