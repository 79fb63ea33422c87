import { darken, lighten, mix, paints } from "./color.ts";
import type { Random } from "./random.ts";
import type { PromptReading, Setting, Time, Weather } from "./reading/read-prompt.ts";

/** Light and colours of a scene, shared by all layers so that they match. */
export interface Mood {
  readonly time: Time;
  readonly weather: readonly Weather[];
  /** Colours from the zenith to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** Colour into which distant objects fade. */
  readonly haze: string;
  /** Colour of the sun, moon or lamp. */
  readonly light: string;
  /** Colour applied to sprites; `ambientShare` is its strength. */
  readonly ambient: string;
  readonly ambientShare: number;
  /** Position of the light in shares of the frame. */
  readonly lightX: number;
  readonly lightY: number;
  readonly hasStars: boolean;
  readonly isSnowy: boolean;
  readonly isAutumn: boolean;
}

interface TimeLight {
  readonly sky: Mood["sky"];
  readonly haze: string;
  readonly light: string;
  readonly ambient: string;
  readonly ambientShare: number;
  readonly lightY: number;
}

const lights: Readonly<Record<Time, TimeLight>> = {
  day: {
    sky: ["#2c79d8", "#5fabee", "#a8d8f7", "#e6f5fb"],
    haze: "#cfe6f4",
    light: "#fff6dc",
    ambient: "#ffffff",
    ambientShare: 0,
    lightY: 0.16,
  },
  sunset: {
    sky: ["#2b2768", "#7d3f92", "#ea6a78", "#ffc078"],
    haze: "#f3a183",
    light: "#ffd08a",
    ambient: "#ff8f6b",
    ambientShare: 0.3,
    lightY: 0.46,
  },
  dawn: {
    sky: ["#4763ac", "#8f94d2", "#f0b3c0", "#ffe6c4"],
    haze: "#f0cdc6",
    light: "#fff0cf",
    ambient: "#ffc3b0",
    ambientShare: 0.22,
    lightY: 0.42,
  },
  night: {
    sky: ["#050a22", "#0c1c48", "#1c3d78", "#4274a8"],
    haze: "#2f5a8c",
    light: "#dcebff",
    ambient: "#3d5fae",
    ambientShare: 0.5,
    lightY: 0.2,
  },
};

export function chooseMood(reading: PromptReading, setting: Setting, random: Random): Mood {
  const time = chooseTime(reading, setting);
  const base = lights[time];
  const weather = reading.weather;
  const isSnowy = weather.includes("snow") || setting === "arctic";
  const lightX = random.chance(0.5) ? random.between(0.16, 0.3) : random.between(0.7, 0.84);
  const adjusted = tintByColors(
    adjustForSetting(adjustForWeather(base, weather, time), setting, time),
    reading.colors,
  );
  return {
    ...adjusted,
    time,
    weather,
    lightX,
    hasStars: time === "night" || reading.features.has("stars") || setting === "space",
    isSnowy,
    isAutumn: reading.features.has("autumn"),
  };
}

function chooseTime({ time, features, weather }: PromptReading, setting: Setting): Time {
  if (time) return time;
  if (setting === "space" || setting === "moonland") return "night";
  const nightly = ["moon", "stars", "aurora", "fireworks", "fireflies", "neon", "lights"];
  if (nightly.some((feature) => features.has(feature))) return "night";
  if (weather.includes("rain") && setting === "city") return "night";
  return "day";
}

function adjustForWeather(base: TimeLight, weather: readonly Weather[], time: Time): TimeLight {
  const isStormy = weather.includes("storm");
  const dull = isStormy ? 0.78 : weather.includes("rain") ? 0.5 : 0;
  const grey = time === "night" ? "#1b2740" : isStormy ? "#4d5a6e" : "#75849a";
  const pale = time === "night" ? "#4a6488" : "#cfd9e2";
  const foggy = weather.includes("fog") ? 0.55 : 0;
  const snowy = weather.includes("snow") && time === "day" ? 0.35 : 0;
  const share = Math.max(foggy, snowy);
  const change = (color: string) => mix(mix(color, grey, dull), pale, share);
  const [zenith, upper, lower, horizon] = base.sky;
  return {
    ...base,
    sky: [change(zenith), change(upper), change(lower), change(horizon)],
    haze: change(base.haze),
    ambient: dull > 0 ? mix(base.ambient, grey, 0.6) : base.ambient,
    ambientShare: Math.max(base.ambientShare, dull * 0.4),
  };
}

function adjustForSetting(base: TimeLight, setting: Setting, time: Time): TimeLight {
  switch (setting) {
    case "mars": {
      const dim = time === "night" ? 0.65 : 0;
      const change = (color: string) => darken(color, dim);
      return {
        ...base,
        sky: [change("#5a2a1e"), change("#a5502f"), change("#dc8a55"), change("#f6c793")],
        haze: change("#dd9763"),
        light: "#fff1d8",
        ambient: "#ff9a5c",
        ambientShare: 0.24 + dim * 0.3,
        lightY: 0.2,
      };
    }
    case "moonland":
      return {
        ...base,
        sky: ["#02030a", "#05070f", "#090d1a", "#10162a"],
        haze: "#3a4152",
        light: "#ffffff",
        ambient: "#8fa3c8",
        ambientShare: 0.2,
      };
    case "space":
      return {
        ...base,
        sky: ["#060418", "#120a34", "#1e1250", "#0a0a2a"],
        haze: "#2a1a5c",
        ambient: "#7a6cff",
        ambientShare: 0.2,
      };
    case "underwater":
      return {
        ...base,
        sky: ["#7fe3ee", "#2fb0d4", "#1276b0", "#0a4a86"],
        haze: "#1673a8",
        light: "#d8fbff",
        ambient: "#2fa0d8",
        ambientShare: 0.3,
        lightY: 0.02,
      };
    case "room":
    case "table":
      return {
        ...base,
        ambient: time === "night" ? "#ff9d5c" : "#ffe2b8",
        ambientShare: time === "night" ? 0.28 : 0.08,
        light: "#ffe6b8",
      };
    case "forest":
    case "jungle":
    case "beach":
    case "sea":
    case "lake":
    case "city":
    case "mountains":
    case "desert":
    case "meadow":
    case "arctic":
    case "sky":
      return base;
  }
}

/** Tints the sky by the colours of a prompt that belong to no subject ("purple and gold haze"). */
function tintByColors(base: TimeLight, colors: readonly string[]): TimeLight {
  const [first, second = first] = colors.map((color) => paints[color]);
  if (first === undefined || second === undefined) return base;
  const [zenith, upper, lower, horizon] = base.sky;
  return {
    ...base,
    sky: [
      mix(zenith, darken(first, 0.3), 0.55),
      mix(upper, first, 0.55),
      mix(lower, second, 0.5),
      mix(horizon, lighten(second, 0.4), 0.5),
    ],
    haze: mix(base.haze, second, 0.35),
  };
}
