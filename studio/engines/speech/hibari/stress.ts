const primary = "ˈ";
const secondary = "ˌ";
export const vowels: ReadonlySet<string> = new Set("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ");
export const consonants: ReadonlySet<string> = new Set("bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ");
const diphthongs: ReadonlySet<string> = new Set("AIOQWYʤʧ");

export function hasPrimaryStress(phonemes: string): boolean {
  return phonemes.includes(primary);
}

export function withPrimaryStress(phonemes: string): string {
  return primary + phonemes;
}

export function withSecondaryStress(phonemes: string): string {
  return secondary + phonemes;
}

/** Promotes the last secondary stress to primary stress, as in spelled words. */
export function raiseLastStress(phonemes: string): string {
  const index = phonemes.lastIndexOf(secondary);
  return index === -1 ? phonemes : phonemes.slice(0, index) + primary + phonemes.slice(index + 1);
}

/** Computes the weight of a word: two for each diphthong, one for any other symbol. */
export function stressWeight(phonemes: string): number {
  return Array.from(phonemes).reduce((sum, sound) => sum + (diphthongs.has(sound) ? 2 : 1), 0);
}

/**
 * Applies a stress: below −1 removes it, −1 and −0.5 weaken it, 0 and 0.5 add secondary stress if
 * none exists, 1 and 2 strengthen it. Undefined changes nothing.
 */
export function applyStress(phonemes: string, stress: number | undefined): string {
  if (stress === undefined) return phonemes;
  const isPrimary = phonemes.includes(primary);
  const isSecondary = phonemes.includes(secondary);
  const hasVowel = Array.from(phonemes).some((sound) => vowels.has(sound));
  if (stress < -1) return phonemes.replaceAll(primary, "").replaceAll(secondary, "");
  if (stress === -1 || ((stress === 0 || stress === -0.5) && isPrimary)) {
    return phonemes.replaceAll(secondary, "").replaceAll(primary, secondary);
  }
  if ((stress === 0 || stress === 0.5 || stress === 1) && !isPrimary && !isSecondary) {
    return hasVowel ? moveBeforeVowels(secondary + phonemes) : phonemes;
  }
  if (stress >= 1 && !isPrimary && isSecondary) return phonemes.replaceAll(secondary, primary);
  if (stress > 1 && !isPrimary && !isSecondary) {
    return hasVowel ? moveBeforeVowels(primary + phonemes) : phonemes;
  }
  return phonemes;
}

/** Moves each stress mark to the position before its vowel. */
function moveBeforeVowels(phonemes: string): string {
  const sounds = Array.from(phonemes);
  const placed = sounds.map((sound, index) => {
    if (sound !== primary && sound !== secondary) return { sound, place: index };
    const vowel = sounds.findIndex((other, position) => position >= index && vowels.has(other));
    return { sound, place: vowel - 0.5 };
  });
  return placed
    .toSorted((left, right) => left.place - right.place)
    .map(({ sound }) => sound)
    .join("");
}
