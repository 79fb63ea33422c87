/** Word of a transcript with the part of the recording in which it is spoken, from 0 to 1. */
export interface SpokenWord {
  readonly key: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Spreads the words of a transcript over the recording by their length. The engine has no times of words; for even
 * speech the estimate is off by a word or two.
 */
export function toSpokenWords(transcript: string): SpokenWord[] {
  const texts = transcript.split(/(?<=\s)(?=\S)/);
  const whole = Math.max(1, transcript.length);
  let read = 0;
  return texts.map((text) => {
    const from = read / whole;
    read += text.length;
    return { key: `${from}`, text, from, to: read / whole };
  });
}
