type Fields = Readonly<Record<string, unknown>>;

/** An `https` URL or a data URL with base64. */
function isFile(value: unknown, family: "image" | "video" | "audio"): boolean {
  if (typeof value !== "string") return false;
  return (
    URL.parse(value)?.protocol === "https:" ||
    new RegExp(`^data:${family}/[\\w-]+;base64,[A-Za-z0-9+/]+={0,2}$`).test(value)
  );
}

function unknownIn(fields: Fields, known: readonly string[]): string | null {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  return unknown === undefined ? null : `invalid params, ${unknown}`;
}

/** Error message of the first version for a video request; null when it would accept it. */
export function createdFirst(body: Fields): string | null {
  const known = [
    "model",
    "prompt",
    "prompt_optimizer",
    "fast_pretreatment",
    "duration",
    "resolution",
    "callback_url",
    "first_frame_image",
    "last_frame_image",
  ];
  const { model, prompt, duration = 6, resolution = "768P" } = body;
  const { first_frame_image: first, last_frame_image: last } = body;
  const is02 = model === "MiniMax-Hailuo-02";
  const unknown = unknownIn(body, known);
  if (unknown !== null) return unknown;
  if (!is02 && model !== "MiniMax-Hailuo-2.3") return "invalid params, model";
  if (first === undefined && (typeof prompt !== "string" || prompt === "")) {
    return "invalid params, prompt is required";
  }
  if (typeof prompt === "string" && prompt.length > 2_000) return "invalid params, prompt";
  if (first !== undefined && !isFile(first, "image")) return "invalid params, first_frame_image";
  if (last !== undefined && !(is02 && isFile(last, "image"))) return "invalid params, last_frame";
  if (duration !== 6 && duration !== 10) return "invalid params, duration";
  if (resolution === "1080P") return duration === 6 ? null : "1080P takes 6 seconds";
  if (resolution === "512P") {
    return is02 && first !== undefined && last === undefined ? null : "512P is not supported";
  }
  return resolution === "768P" ? null : "invalid params, resolution";
}

/** The same for the second version. */
export function createdSecond(body: Fields): string | null {
  const unknown = unknownIn(body, [
    "model",
    "content",
    "resolution",
    "duration",
    "ratio",
    "callback_url",
    "aigc_watermark",
  ]);
  if (unknown !== null) return unknown;
  const { model, content, resolution, duration, ratio } = body;
  const isMax = model === "MiniMax-H3-Max";
  if (!isMax && model !== "MiniMax-H3") return "invalid params, model";
  if (resolution !== "768P" && resolution !== (isMax ? "480P" : "2K")) {
    return "invalid params, resolution";
  }
  const least = isMax ? 5 : 4;
  if (!Number.isInteger(duration) || Number(duration) < least || Number(duration) > 15) {
    return "invalid params, duration";
  }
  if (!Array.isArray(content)) return "invalid params, content";
  const entries = content as Fields[];
  const texts = entries.filter(({ type }) => type === "text");
  const [text] = texts;
  if (texts.length !== 1 || typeof text?.["text"] !== "string" || text["text"].trim() === "") {
    return "content takes one text that is not empty";
  }
  if (text["text"].length > 7_000) return "text is too long";
  return contentProblem(
    entries.filter(({ type }) => type !== "text"),
    ratio,
  );
}

const ratios: readonly unknown[] = ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"];
const rolesOf = {
  image: ["first_frame", "last_frame", "reference_image"],
  video: ["reference_video"],
  audio: ["reference_audio"],
} as const;

function contentProblem(media: readonly Fields[], ratio: unknown): string | null {
  for (const entry of media) {
    const family = (["image", "video", "audio"] as const).find(
      (each) => entry["type"] === `${each}_url`,
    );
    if (family === undefined) return "invalid params, content type";
    const roles: readonly string[] = rolesOf[family];
    const place = entry[`${family}_url`] as Fields | undefined;
    if (!isFile(place?.["url"], family)) return `invalid params, ${family}_url`;
    if (!roles.includes(String(entry["role"]))) return "invalid params, role";
  }
  const count = (role: string) => media.filter((entry) => entry["role"] === role).length;
  const [first, last] = [count("first_frame"), count("last_frame")];
  const [images, videos, sounds] = ["image", "video", "audio"].map((each) =>
    count(`reference_${each}`),
  ) as [number, number, number];
  if (first > 1 || last > 1) return "one first frame, one last frame";
  if (images > 9 || videos > 3 || sounds > 3) return "too many references";
  if (first + last > 0 && images + videos + sounds > 0) return "frames and references do not mix";
  if (sounds > 0 && images + videos === 0) return "audio cannot be the only reference";
  if (media.length === 0) {
    return ratios.includes(ratio) ? null : "ratio is required for text-to-video";
  }
  return ratio === undefined || ratio === "adaptive" || ratios.includes(ratio)
    ? null
    : "invalid params, ratio";
}

const languages = /^(auto|Chinese(,Yue)?|[A-Z][a-z]+)$/;

/** The same for a speech request, and its format. */
export function spoken(body: Fields): { readonly format: string; readonly problem: string | null } {
  const audio = (body["audio_setting"] ?? {}) as Fields;
  const { format = "mp3" } = audio;
  return { format: String(format), problem: speechProblem(body, audio) };
}

function speechProblem(body: Fields, audio: Fields): string | null {
  const known = ["model", "text", "stream", "voice_setting", "audio_setting", "language_boost"];
  const unknown =
    unknownIn(body, [...known, "output_format"]) ??
    unknownIn(audio, ["sample_rate", "bitrate", "format", "channel"]);
  if (unknown !== null) return unknown;
  const voice = (body["voice_setting"] ?? {}) as Fields;
  const unknownVoice = unknownIn(voice, ["voice_id", "speed", "vol", "pitch", "emotion"]);
  if (unknownVoice !== null) return unknownVoice;
  if (body["model"] !== "speech-2.8-hd") return "invalid params, model";
  if (typeof body["text"] !== "string" || body["text"] === "") return "invalid params, text";
  if (typeof voice["voice_id"] !== "string") return "invalid params, voice_id";
  const speed = Number(voice["speed"] ?? 1);
  if (!(speed >= 0.5 && speed <= 2)) return "invalid params, speed";
  if (body["stream"] === true || body["output_format"] !== "hex") return "not simulated";
  const { language_boost: language = "auto" } = body;
  return typeof language === "string" && languages.test(language)
    ? null
    : "invalid params, language_boost";
}
