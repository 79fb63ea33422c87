import { readFileSync } from "node:fs";

import { z } from "zod";

import { markdownTable } from "./markdown-table.ts";

const spokenSchema = z.array(
  z.object({
    text: z.string(),
    gender: z.enum(["female", "male"]),
    heard: z.string(),
    wordErrors: z.int(),
    words: z.int(),
    pitchHz: z.number(),
    peak: z.number(),
    lufs: z.number(),
  }),
);

/** Shares of misheard words up to which a text has a grade; above them it is 0. */
const grades = [
  { share: 0, grade: 3 },
  { share: 0.1, grade: 2 },
  { share: 0.3, grade: 1 },
] as const;

/** Renders the section about speech from the measurements of `measure-speech.ts`. */
export function spokenSection(): string {
  const url = new URL("../studio-quality/speech.json", import.meta.url);
  const spoken = spokenSchema.parse(JSON.parse(readFileSync(url, "utf8")));
  const errors = sum(spoken.map(({ wordErrors }) => wordErrors));
  const words = sum(spoken.map((row) => row.words));
  const fidelity = sum(spoken.map(gradeOf)) / spoken.length;
  const levels = spoken.map(({ lufs }) => lufs);
  return `## Speech

English texts that were written after the voices, spoken with the seed 7 and read back by Whisper base, which is not the network that studio uses
for English. A word counts as misheard when it sounds different; \`node scripts/studio-quality/measure-speech.ts\` measures again. Fidelity is 3 without a misheard word,
2 up to 10 % of them, 1 up to 30 %. No person listened: beauty is not graded. Misheard: ${errors} of ${words} words (word error rate
${((100 * errors) / words).toFixed(1)} %); **mean fidelity ${fidelity.toFixed(2)}**; loudness from ${Math.min(...levels).toFixed(1)} to ${Math.max(...levels).toFixed(1)} LUFS; no sample clips.

${markdownTable(
  ["", "text", "voice", "misheard", "fidelity", "pitch (Hz)", "LUFS", "peak"],
  spoken.map((row, index) => [
    String(index + 1),
    row.text,
    row.gender,
    `${row.wordErrors} of ${row.words}`,
    String(gradeOf(row)),
    String(row.pitchHz),
    row.lufs.toFixed(1),
    row.peak.toFixed(2),
  ]),
)}
`;
}

function gradeOf({ wordErrors, words }: { readonly wordErrors: number; readonly words: number }) {
  return grades.find(({ share }) => wordErrors <= words * share)?.grade ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
