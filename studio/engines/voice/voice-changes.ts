/** A change of a voice. Factors are relative to the voice of the recording. */
export interface VoiceChange {
  /** Words that name the change, in a text of lower-case letters. */
  readonly words: RegExp;
  /** Factor of the pitch, or the usual pitch of such voices, which is approached within a range of factors. */
  readonly pitch?: number | { readonly hertz: number; readonly min: number; readonly max: number };
  /** Factor of the resonances, which sound like the size of the speaker. */
  readonly formants?: number;
  /** ffmpeg's filters for the sound of the changed voice. */
  readonly filter?: string;
}

/**
 * Without phases, each window becomes one pulse, so that the pitch is constant: 130 Hz with the default
 * window of 4096 samples at 192 kHz. Half of the recorded voice keeps the words clear.
 */
const constantPitch =
  "aresample=192000,afftfilt=real='0.5*hypot(re,im)+0.5*re':imag='0.5*im':overlap=0.639,aresample=48000";

/** Changes by their names in `parameters.operations`, in the order in which they are applied. */
export const voiceChanges = {
  child: {
    words: /\bchild|\bkids?\b|\bkid's\b|\btoddler|\blittle (?:girl|boy)|\bboy\b|\bboy's\b/u,
    pitch: { hertz: 290, min: 1.1, max: 2.2 },
    formants: 1.25,
  },
  woman: {
    words: /\bwom[ae]n|\bfemale|\bfeminine|\blady\b|\blad(?:y's|ies)\b|\bgirl|\bgrandm|\bgranny/u,
    pitch: { hertz: 205, min: 1.05, max: 2 },
    formants: 1.15,
  },
  man: {
    words:
      /\b(?:an?|the|old|older|young|younger|adult) (?:[a-z]+ )?man\b|\bm[ae]n's\b|\bmale\b|\bmasculine|\bguy\b|\bguy's\b|\bgentleman|\bgrandpa|\bgrandfather/u,
    pitch: { hertz: 115, min: 0.5, max: 0.95 },
    formants: 0.86,
  },
  young: { words: /\byoung|\bteen/u, pitch: 1.12, formants: 1.05 },
  old: {
    words:
      /^old$|\bold(?:er)? (?:man|woman|lad|gentleman|person|pirate|wi|voice)|\bsound(?:s|ing)? older?\b|\belderly|\baged\b|\bgrand(?:m|pa|father)|\bgranny/mu,
    pitch: 0.94,
    filter: "vibrato=f=6:d=0.2",
  },
  deeper: {
    words:
      /\bdeep|\blower\b(?! the (?:volume|noise))|\bpitch\b.*\bdown|\bdown\b.*\bpitch|\bbass\b|\bbaritone|\btiefer|\bgraves?\b|\bниже\b/u,
    pitch: 0.79,
    formants: 0.92,
  },
  higher: {
    words:
      /\bhigh(?:er)?\b|\bpitch\b.*\bup\b|\bup\b.*\bpitch|\bsqueaky|\bsoprano|\bhöher|\bagud[oa]|\baigu|\bacut[oa]/u,
    pitch: 1.26,
    formants: 1.08,
  },
  chipmunk: { words: /\bchipmunk|\bhelium|\bcartoon|\bsmurf/u, pitch: 1.7, formants: 1.7 },
  monster: {
    words: /\bmonster|\bdemon|\bgiant|\bogre|\bbeast|\bvader|\bvillain|\bgravelly/u,
    pitch: 0.6,
    formants: 0.72,
  },
  robot: { words: /\brobot|\bandroid\b|\bcyborg/u, filter: constantPitch },
  telephone: {
    words:
      /\b(?:like|through|over|via|as) (?:an? |the )?(?:old )?(?:tele)?phone|\b(?:tele)?phone effect|\bwalkie|\b(?:through|over) (?:an? |the )?(?:old )?radio|\bold[- ]?time[a-z]* radio/u,
    filter: "highpass=f=400,highpass=f=300,lowpass=f=3000,lowpass=f=3400",
  },
} as const satisfies Record<string, VoiceChange>;

/** Changes to a kind of speaker. A voice gets one of them. */
export const speakers = ["child", "woman", "man"] as const satisfies (keyof typeof voiceChanges)[];

export type ChangeName = keyof typeof voiceChanges;

export const changeNames = Object.keys(voiceChanges) as ChangeName[];
