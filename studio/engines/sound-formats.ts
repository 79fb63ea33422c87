interface SoundFormat {
  readonly extension: string;
  readonly contentType: string;
  /** ffmpeg's name of the encoder. */
  readonly codec: string;
}

/** Formats of recordings that studio writes. */
export const soundFormats = {
  wav: { extension: "wav", contentType: "audio/wav", codec: "pcm_s16le" },
  mp3: { extension: "mp3", contentType: "audio/mpeg", codec: "libmp3lame" },
  ogg: { extension: "ogg", contentType: "audio/ogg", codec: "libvorbis" },
  opus: { extension: "opus", contentType: "audio/ogg", codec: "libopus" },
  flac: { extension: "flac", contentType: "audio/flac", codec: "flac" },
  m4a: { extension: "m4a", contentType: "audio/mp4", codec: "aac" },
} as const satisfies Record<string, SoundFormat>;

export type SoundFormatName = keyof typeof soundFormats;

export const soundFormatNames = Object.keys(soundFormats) as [
  SoundFormatName,
  ...SoundFormatName[],
];

/** Finds a format by its name, such as `mp3` or `.mp3`; undefined for other formats. */
export function findSoundFormat(name: string | undefined): SoundFormatName | undefined {
  const wanted = name?.toLowerCase().replace(/^\./u, "");
  return soundFormatNames.find((format) => format === wanted);
}
