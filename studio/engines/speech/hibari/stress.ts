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

/** Makes the last secondary stress the primary one, as in spelled-out letters. */
export function raiseLastStress(phonemes: string): string {
  const index = phonemes.lastIndexOf(secondary);
  return index === -1 ? phonemes : phonemes.slice(0, index) + primary + phonemes.slice(index + 1);
}

/** How long a word feels: two for each diphthong, one for everything else. */
export function stressWeight(phonemes: string): number {
  return Array.from(phonemes).reduce((sum, sound) => sum + (diphthongs.has(sound) ? 2 : 1), 0);
}

/**
 * Gives phonemes a stress: below −1 none, −1 and −0.5 weaker, 0 and 0.5 secondary if there is none,
 * 1 and 2 stronger. Undefined leaves them alone.
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

/** Moves each stress mark to just before the vowel that it is about. */
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
