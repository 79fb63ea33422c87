/** Abbreviations after which a full stop does not end a sentence. */
const titles = new Set(
  "Mr Mrs Ms Dr Prof St Mt Ft Gen Gov Sen Rep Capt Lt Col Sgt Cmdr Rev Hon Pres Supt Cpl Maj Adm Fr Msgr".split(
    " ",
  ),
);
const sentenceEnd = /(?<=[.!?…])["”’)\]]*\s+(?=\S)/gu;

export interface Sentence {
  readonly text: string;
  /** True for the last sentence of a paragraph, which is followed by a longer pause. */
  readonly endsParagraph: boolean;
}

/** Splits text at paragraph breaks and sentence ends, but not after titles and initials ("Dr. J. Smith"). */
export function splitSentences(text: string): Sentence[] {
  return text
    .trim()
    .split(/\n+/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph) => {
      const sentences = splitParagraph(paragraph);
      return sentences.map((sentence, index) => ({
        text: sentence,
        endsParagraph: index === sentences.length - 1,
      }));
    });
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(sentenceEnd)) {
    const next = match.index + match[0].length;
    if (!endsSentence(paragraph, match.index, paragraph.charAt(next))) continue;
    sentences.push(paragraph.slice(start, match.index));
    start = next;
  }
  sentences.push(paragraph.slice(start));
  return sentences.filter((sentence) => sentence.trim() !== "");
}

function endsSentence(paragraph: string, end: number, next: string): boolean {
  if (next !== next.toUpperCase()) return false;
  if (paragraph[end - 1] !== ".") return true;
  const word = paragraph
    .slice(paragraph.lastIndexOf(" ", end - 1) + 1, end - 1)
    .replace(/^[("“'‘]+/u, "");
  const isInitial = word.length === 1 && word !== word.toLowerCase();
  return !titles.has(word) && !isInitial;
}
