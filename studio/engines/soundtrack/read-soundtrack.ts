import { type AmbienceName, ambienceOfWords } from "./ambience-words.ts";
import { type MusicWish, readMusic } from "./compose-music.ts";
import { drumWords, instruments } from "./instruments.ts";

/** The sound that a prompt asks for. */
export interface SoundtrackWish {
  /** Sounds of the scene itself, whatever it shows. */
  readonly ofScene: boolean;
  /** Sounds that the prompt names. */
  readonly ambience: readonly AmbienceName[];
  readonly music: MusicWish | null;
  readonly speech: { readonly text: string; readonly gender: "female" | "male" | null } | null;
}

export interface SoundtrackReading {
  readonly wish: SoundtrackWish;
  /** The prompt without the parts that are heard instead of seen. */
  readonly rest: string;
}

const joint = String.raw`(?:[,;.]?\s*\b(?:and|with|plus|featuring|accompanied by|including|to|has|mit|und|con|avec|et)\s+)?(?:\b(?:an?|the|some|its|einer|un|una|une)\s+)?`;
const adjectives = String.raw`(?:(?:\p{L}+)\s+){0,3}?`;

const speechPattern = new RegExp(
  String.raw`${joint}(?<manner>${adjectives})\b(?:voice|narrator|narration|voice-?\s?over|speaker)\b[^"“«„.]{0,24}?["“«„](?<text>[^"”»“]{1,600})["”»“]`,
  "iu",
);
const silencePattern =
  /[,;]?\s*\b(?:without (?:any )?(?:sound|audio|music)|no (?:sound|audio|music)|silent(?:ly)?|muted?)\b/giu;
const band = [...Object.values(instruments).map(({ words }) => words), drumWords]
  .map(({ source }) => source.replaceAll(String.raw`\b`, ""))
  .join("|");
const musicPattern = new RegExp(
  String.raw`${joint}(?<manner>(?:(?!with\b|and\b|of\b)[\p{L}-]+\s+){0,3})\b(?:music|soundtrack|song|melody|musik|música|musique|musica)\b(?:\s+(?:with|of|by|on|featuring|played (?:by|on))\s+(?<band>(?:(?:an?|the|some|soft|slow|fast|and|,)\s+|(?:${band})\b,?\s*)+))?(?:\s*in the background)?`,
  "iu",
);
const namedSoundPattern = new RegExp(
  String.raw`${joint}\b(?:sound effects?|sounds?|noises?|audio)\s+of\s+(?<what>[^,.;]{2,80})`,
  "iu",
);
const sceneSoundPattern = new RegExp(
  String.raw`${joint}(?:\b(?:ambient|natural|realistic|native|background|matching|fitting)\s+)*(?:\b(?<what>waves?|sea|ocean|water|wind|rain|thunder|bird|cricket|fire|traffic|engine|rocket)\s+)?\b(?:sound effects?|sounds?|noises?|sfx|audio|ambience|ton|sonido)\b`,
  "iu",
);

/**
 * Takes the sound out of a prompt: words that a voice says, music, and sounds by name. `asked` is the parameter
 * of the request: true adds the sounds of the scene, false leaves the film silent whatever the prompt says.
 */
export function readSoundtrack(prompt: string, asked: boolean | undefined): SoundtrackReading {
  let rest = prompt;
  const take = (pattern: RegExp): RegExpMatchArray | null => {
    const found = rest.match(pattern);
    if (found) rest = rest.replace(found[0], " ");
    return found;
  };

  const isSilent = rest.search(silencePattern) >= 0;
  rest = rest.replaceAll(silencePattern, " ");
  const speech = take(speechPattern)?.groups;
  const music = take(musicPattern)?.groups;
  const named = take(namedSoundPattern)?.groups;
  const scene = take(sceneSoundPattern)?.groups;
  const ambience = ambienceOfWords(`${named?.["what"] ?? ""} ${scene?.["what"] ?? ""}`);
  rest = rest.replaceAll(/\s+/gu, " ").replace(/^[\s,;]+|[\s,;]+$/gu, "");
  if (asked === false || isSilent) return { rest, wish: silence };
  return {
    rest,
    wish: {
      // Sounds by name replace those of the scene.
      ofScene: asked === true || ((scene ?? named) !== undefined && ambience.length === 0),
      ambience,
      music:
        music === undefined ? null : readMusic(`${music["manner"] ?? ""} ${music["band"] ?? ""}`),
      speech:
        speech?.["text"] === undefined
          ? null
          : { text: speech["text"].trim(), gender: genderOf(speech["manner"] ?? "") },
    },
  };
}

const silence: SoundtrackWish = { ofScene: false, ambience: [], music: null, speech: null };

function genderOf(manner: string): "female" | "male" | null {
  if (/\b(?:female|woman|women|girl|lady)/iu.test(manner)) return "female";
  return /\b(?:male|man|men|boy|deep)/iu.test(manner) ? "male" : null;
}
