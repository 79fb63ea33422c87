type Fields = Readonly<Record<string, unknown>>;

interface Rules {
  /** The allowed kinds of entries; absent where the prompt is a string. */
  readonly contents?: readonly string[];
  readonly settings: Readonly<Record<string, readonly unknown[]>>;
  readonly promptMax: number;
}

const between = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, step) => least + step);

const ratio = { aspect_ratio: ["16:9", "9:16", "1:1"] };
const of30 = {
  multi_shot: [true, false],
  audio: ["native", "off"],
  resolution: ["720p", "1080p", "4k"],
  duration: between(3, 15),
};
const ofTurbo = { resolution: ["720p", "1080p"], duration: between(3, 15) };
const of26 = { audio: ["native", "off"], resolution: ["720p", "1080p"], duration: [5, 10] };
const omni = [
  "prompt",
  "first_frame",
  "last_frame",
  "refer_image",
  "feature_video",
  "base_video",
  "element",
];

/** The tables of the vendor's pages, by path. */
const rulesOf: Readonly<Record<string, Rules>> = {
  "/text-to-video/kling-3.0": { settings: { ...of30, ...ratio }, promptMax: 3_072 },
  "/image-to-video/kling-3.0": {
    contents: ["prompt", "first_frame", "last_frame", "element"],
    settings: of30,
    promptMax: 3_072,
  },
  "/text-to-video/kling-3.0-turbo": { settings: { ...ofTurbo, ...ratio }, promptMax: 3_072 },
  "/image-to-video/kling-3.0-turbo": {
    contents: ["prompt", "first_frame"],
    settings: ofTurbo,
    promptMax: 3_072,
  },
  "/text-to-video/kling-2.6": { settings: { ...of26, ...ratio }, promptMax: 2_500 },
  "/image-to-video/kling-2.6": {
    contents: ["prompt", "first_frame", "last_frame", "voice"],
    settings: of26,
    promptMax: 2_500,
  },
  "/omni-video/kling-3.0-omni": {
    contents: omni,
    settings: { ...of30, ...ratio, audio: ["native", "original", "off"] },
    promptMax: 3_072,
  },
  "/omni-video/kling-o1": {
    contents: omni,
    settings: {
      ...ratio,
      audio: ["original", "off"],
      resolution: ["720p", "1080p"],
      duration: between(3, 10),
    },
    promptMax: 2_500,
  },
};

/** Kling's error message for a video request; null when it would accept it. */
export function klingProblemOf(path: string, body: Fields): string | null {
  const rules = rulesOf[path];
  if (rules === undefined) return "no such path";
  const settings = (body["settings"] ?? {}) as Fields;
  const options = (body["options"] ?? {}) as Fields;
  const place = rules.contents === undefined ? "prompt" : "contents";
  return (
    unknownIn(body, [place, "settings", "options"]) ??
    unknownIn(options, ["callback_url", "external_task_id", "watermark_info"]) ??
    settingProblem(settings, rules) ??
    (rules.contents === undefined
      ? textProblem(body["prompt"], rules)
      : contentsProblem(body["contents"], { path, rules, settings })) ??
    (path.endsWith("/kling-2.6") && settings["audio"] === "native" ? need1080(settings) : null)
  );
}

function unknownIn(fields: Fields, known: readonly string[]): string | null {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  return unknown === undefined ? null : `${unknown} is not a parameter`;
}

function settingProblem(settings: Fields, rules: Rules): string | null {
  for (const [name, value] of Object.entries(settings)) {
    if (rules.settings[name]?.includes(value) !== true) {
      return `settings.${name} value '${String(value)}' is invalid`;
    }
  }
  return null;
}

function textProblem(text: unknown, { promptMax }: Rules): string | null {
  return typeof text === "string" && text !== "" && text.length <= promptMax
    ? null
    : "prompt is invalid";
}

function need1080({ resolution = "720p" }: Fields): string | null {
  return resolution === "1080p" ? null : "only 1080p resolution is supported";
}

function contentsProblem(
  contents: unknown,
  { path, rules, settings }: { path: string; rules: Rules; settings: Fields },
): string | null {
  if (!Array.isArray(contents) || contents.length === 0) return "contents is required";
  const entries = contents as Fields[];
  for (const entry of entries) {
    const problem = entryProblem(entry, rules);
    if (problem !== null) return problem;
  }
  const count = (...types: string[]) =>
    entries.filter(({ type }) => types.includes(String(type))).length;
  const [first, last] = [count("first_frame"), count("last_frame")];
  const videos = count("feature_video", "base_video");
  const ids = entries.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size !== ids.length) return "id is repeated";
  if (first > 1 || last > 1 || last > first) return "last frame only is not supported";
  if (videos > 1) return "maximum 1 reference video";
  if (path.startsWith("/image-to-video/")) {
    if (first === 0) return "first_frame is required";
    return path.endsWith("2.6") && last > 0 ? need1080(settings) : null;
  }
  if (count("refer_image") > (videos > 0 ? 4 : 7)) return "too many images";
  if (first + videos === 0 && settings["aspect_ratio"] === undefined) {
    return "aspect_ratio is required";
  }
  if (path.endsWith("o1") && last > 0 && count("refer_image") > 0) return "no reference images";
  const isFramesOnly = first > 0 && videos + count("refer_image") === 0;
  if (path.endsWith("o1") && isFramesOnly && ![5, 10].includes(Number(settings["duration"] ?? 5))) {
    return "only 5 or 10 seconds are supported with a first frame";
  }
  if (count("base_video") === 0) return null;
  if (first + last > 0) return "frames are not supported with base_video";
  if (path.endsWith("3.0-omni") && settings["multi_shot"] !== false) return "no multi-shot";
  return settings["audio"] === "native" ? "audio cannot be native" : null;
}

function entryProblem(entry: Fields, rules: Rules): string | null {
  const { type, text, url } = entry;
  if (rules.contents?.includes(String(type)) !== true) return `type '${String(type)}' is invalid`;
  if (type === "prompt") return unknownIn(entry, ["type", "text"]) ?? textProblem(text, rules);
  const isVideo = String(type).endsWith("_video");
  const isOmni = rules.contents.includes("base_video");
  const unknown = unknownIn(entry, ["type", "url", ...(isOmni ? ["id"] : [])]);
  if (unknown !== null) return unknown;
  if (typeof url !== "string") return "url is required";
  if (URL.parse(url)?.protocol === "https:") return null;
  const isBase64 = url.length % 4 === 0 && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(url);
  return isBase64 && !isVideo ? null : `${String(type)} url is invalid`;
}
