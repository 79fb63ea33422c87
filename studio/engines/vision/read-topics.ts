/** Topics of an analysis, with the questions that each covers. */
export const topics = {
  text: "what text is in it",
  faces: "how many faces are in it",
  colors: "which colours it has",
  light: "whether it is dark or bright",
  sharpness: "whether it is blurred",
  subject: "where the subject is",
  size: "how large it is",
} as const;

export type Topic = keyof typeof topics;

export const topicNames = Object.keys(topics) as Topic[];

export interface TopicReading {
  readonly topics: readonly Topic[];
  /** The request is for a description: it names no topic. */
  readonly isDescription: boolean;
}

/** Words of each topic: English, then common words of German, Spanish and French. */
const words: Readonly<Record<Topic | "everything", string>> = {
  text: `text texts word words writing written write says say said read reads reading readable ocr letters lettering
    title headline label transcribe sign spelled spell
    steht geschrieben lies lesen schrift wort wörter texto textos dice escrito palabras lee leer texte écrit mots lire lis`,
  faces: `face faces people person persons anyone anybody someone somebody human humans
    gesicht gesichter personen leute menschen cara caras rostro rostros personas gente visage visages personnes gens`,
  colors: `color colors colour colours palette hue hues tone tones dominant predominant tint
    farbe farben farbpalette farbig colores paleta couleur couleurs`,
  light: `dark bright darkness brightness exposed exposure overexposed underexposed light lighting lit contrast
    dunkel hell helligkeit belichtet belichtung oscura oscuro clara claro luz sombre claire lumière`,
  sharpness: `blurred blurry blur sharp sharpness focus focused focussed crisp unsharp shaky noisy noise quality
    unscharf scharf verschwommen verwackelt schärfe borrosa borroso nítida nítido enfocada floue flou nette net`,
  subject: `subject where composition composed centered centred position positioned located placed location middle center centre
    thirds symmetrical symmetric symmetry framed framing main
    motiv wo bildaufbau mitte zentriert sujeto dónde composición centrado sujet où centré`,
  size: `size sizes resolution dimension dimensions wide width tall height high pixel pixels megapixel megapixels large big
    orientation portrait landscape square aspect ratio transparent transparency
    größe auflösung breite höhe groß tamaño resolución ancho alto taille résolution largeur hauteur grande grand`,
  everything: `describe description caption captions analyse analyze analysis analyses see seen shown show shows content contents depict
    depicts depicted about happens visible everything details summary summarise summarize alt inspect objects object
    beschreibe beschreib beschreibung analysiere siehst zeigt inhalt describir descripción analiza ves muestra
    contenido décris décrire description analyse vois montre contenu`,
};

const glueWords = new Set(
  splitWords(`the a an in on of is are was it its this that these those there here they them image images picture pictures photo
    photos photograph pic screenshot file attached attachment what which how many much does do did can could will would you your
    please me my i we us our tell give list find detect extract get return all any every each and or with for from to
    at by has have had used use using too very not no out count number check if whether overall most mostly mainly some
    appear appears present contain contains containing one be as like just so look looks good bad well enough
    s t m re d kindly thanks hi hello json
    das der die den dem ein eine ist sind im in auf dem diesem dieses dieser bild foto was welche welcher wie viele viel ist es ich du bitte mir und oder zu
    el la los las un una es está en de del esta este imagen foto qué que cuál cuáles cuántas cuántos hay y o se por favor me
    le les l un une des du est dans cette ce cet image photo quoi que quel quelle quelles quels combien il y a t on et ou qu s'il te vous plaît moi`),
);

const topicOf = new Map(
  Object.entries(words).flatMap(([topic, list]) =>
    splitWords(list).map((word) => [word, topic as Topic | "everything"] as const),
  ),
);

/** The other terms of a request for a description, such as its reader, do not limit its topics. */
const describes =
  /^\W*(?:(?:please|can you|could you|kindly)\s+)*(?:describe|caption|analy[sz]e|beschreib|analysier|descri|analiza|décri)/iu;

/** "hat das Bild": alone, the word would also be an English thing that a question may be about. */
const germanHas = /\bhat das(?= (?:bild|foto)\b)/iu;

/**
 * Reads which topics a question is about. A question is answered only when each of its words is
 * known; otherwise the result lists the words that are not.
 */
export function readTopics(prompt: string): TopicReading | { readonly unknown: readonly string[] } {
  const found = new Set<Topic>();
  const unknown: string[] = [];
  let isDescription = prompt.trim() === "" || describes.test(prompt);
  for (const word of splitWords(prompt.replace(germanHas, "das"))) {
    const topic = topicOf.get(word);
    if (topic === "everything") isDescription = true;
    else if (topic) found.add(topic);
    else if (!glueWords.has(word)) unknown.push(word);
  }
  if (unknown.length > 0 && !describes.test(prompt)) return { unknown: [...new Set(unknown)] };
  if (found.size === 0 || describes.test(prompt))
    return { topics: topicNames, isDescription: true };
  return { topics: topicNames.filter((topic) => found.has(topic)), isDescription };
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
