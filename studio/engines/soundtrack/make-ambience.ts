import type { Random } from "#studio/engines/scene/random.ts";

import type { AmbienceName } from "./ambience-words.ts";
import {
  addAt,
  highPass,
  lowPass,
  noise,
  samplesFor,
  shape,
  soundtrackRate,
  toLevel,
  tone,
} from "./synthesis.ts";

type Maker = (seconds: number, random: Random) => Float32Array;

const makers: Readonly<Record<AmbienceName, { readonly level: number; readonly make: Maker }>> = {
  waves: { level: 0.07, make: makeWaves },
  water: { level: 0.05, make: makeWater },
  wind: { level: 0.04, make: makeWind },
  rain: { level: 0.06, make: makeRain },
  thunder: { level: 0.08, make: makeThunder },
  birds: { level: 0.022, make: makeBirds },
  crickets: { level: 0.014, make: makeCrickets },
  fire: { level: 0.05, make: makeFire },
  traffic: { level: 0.05, make: makeTraffic },
  engine: { level: 0.06, make: makeEngine },
  rocket: { level: 0.12, make: makeRocket },
  bubbles: { level: 0.05, make: makeBubbles },
  space: { level: 0.05, make: makeSpace },
};

/** Synthesizes the sound of a place. The same names, length and random numbers give the same samples. */
export function makeAmbience(
  names: readonly AmbienceName[],
  seconds: number,
  random: Random,
): Float32Array {
  const mix = samplesFor(seconds);
  for (const name of names) {
    const { level, make } = makers[name];
    addAt(mix, toLevel(make(seconds, random.fork(`sound ${name}`)), level), 0);
  }
  return mix;
}

/** Sine of a slow cycle from 0 to 1. */
function swell(seconds: number, period: number, phase: number): number {
  return 0.5 + 0.5 * Math.sin((seconds / period) * Math.PI * 2 + phase);
}

function makeWaves(seconds: number, random: Random): Float32Array {
  const phase = random.between(0, 6);
  const body = lowPass(lowPass(noise(seconds, random), 600), 900);
  const foam = highPass(noise(seconds, random), 1800);
  const breaking = (time: number) => swell(time, 4.6, phase) ** 3;
  const mix = shape(body, (time) => 2.4 * (0.25 + breaking(time)));
  addAt(
    mix,
    shape(foam, (time) => 0.22 * breaking(time - 0.5)),
    0,
  );
  return mix;
}

function makeWater(seconds: number, random: Random): Float32Array {
  const mix = highPass(lowPass(noise(seconds, random), 2600), 400);
  for (let time = 0; time < seconds; time += random.between(0.02, 0.09)) {
    const hertz = random.between(500, 1600);
    const drop = tone(
      0.05,
      (at) => hertz * (1 + at * 6),
      (at) => Math.exp(-at * 70),
    );
    addAt(mix, drop, time, random.between(0.1, 0.4));
  }
  return mix;
}

function makeWind(seconds: number, random: Random): Float32Array {
  const phase = random.between(0, 6);
  const low = lowPass(lowPass(noise(seconds, random), 320), 500);
  const high = highPass(lowPass(noise(seconds, random), 1100), 500);
  const gust = (time: number) => 0.35 + swell(time, 5.3, phase) * swell(time, 2.3, phase * 2);
  const mix = shape(low, (time) => 3 * gust(time));
  addAt(
    mix,
    shape(high, (time) => 0.5 * gust(time) ** 2),
    0,
  );
  return mix;
}

function makeRain(seconds: number, random: Random): Float32Array {
  const mix = highPass(noise(seconds, random), 2500).map((sample) => sample * 0.5);
  for (let time = 0; time < seconds; time += random.between(0.004, 0.03)) {
    const drop = highPass(noise(0.012, random), 1200);
    const gain = random.between(0.3, 1.4);
    addAt(
      mix,
      shape(drop, (at) => Math.exp(-at * 400)),
      time,
      gain,
    );
  }
  return mix;
}

function makeThunder(seconds: number, random: Random): Float32Array {
  const mix = samplesFor(seconds);
  for (const at of [random.between(0.1, 0.35), random.between(0.7, 0.95)]) {
    const rumble = lowPass(lowPass(noise(3.5, random), 140), 200);
    const roll = (time: number) =>
      (1 - Math.exp(-time * 30)) * Math.exp(-time * 1.1) * (0.6 + swell(time, 0.4, at * 9));
    addAt(mix, shape(rumble, roll), at * seconds, 6);
  }
  return mix;
}

function makeBirds(seconds: number, random: Random): Float32Array {
  const mix = samplesFor(seconds);
  for (let time = random.between(0, 0.5); time < seconds; time += random.between(0.4, 1.3)) {
    const base = random.between(2600, 4600);
    const calls = random.whole(2, 5);
    const gain = random.between(0.2, 1);
    const slide = random.between(-1400, 1400);
    for (let call = 0; call < calls; call += 1) {
      const length = random.between(0.06, 0.13);
      const chirp = tone(
        length,
        (at) => base + slide * (at / length) + 180 * Math.sin(at * 190),
        (at) => Math.sin((at / length) * Math.PI) ** 2,
      );
      addAt(mix, chirp, time + call * (length + 0.05), gain);
    }
  }
  return mix;
}

function makeCrickets(seconds: number, random: Random): Float32Array {
  const mix = samplesFor(seconds);
  for (const hertz of [4100, 4650]) {
    const phase = random.between(0, 1);
    const pulses = (time: number) =>
      Math.max(0, Math.sin(time * 2 * Math.PI * 28)) ** 2 *
      ((time * 1.7 + phase) % 1 < 0.45 ? 1 : 0);
    addAt(
      mix,
      tone(seconds, () => hertz, pulses),
      0,
    );
  }
  return mix;
}

function makeFire(seconds: number, random: Random): Float32Array {
  const mix = lowPass(lowPass(noise(seconds, random), 260), 400).map((sample) => sample * 2.2);
  for (let time = 0; time < seconds; time += random.between(0.015, 0.16)) {
    const crack = highPass(noise(0.02, random), 900);
    const decay = random.between(150, 500);
    addAt(
      mix,
      shape(crack, (at) => Math.exp(-at * decay)),
      time,
      random.between(0.1, 1.6) ** 2,
    );
  }
  return mix;
}

function makeTraffic(seconds: number, random: Random): Float32Array {
  const mix = lowPass(lowPass(noise(seconds, random), 180), 240).map((sample) => sample * 3);
  for (let time = -1; time < seconds; time += random.between(1.2, 2.6)) {
    const pass = lowPass(noise(2.4, random), random.between(500, 900));
    addAt(
      mix,
      shape(pass, (at) => Math.sin((at / 2.4) * Math.PI) ** 3),
      time,
      0.5,
    );
  }
  return mix;
}

function makeEngine(seconds: number, random: Random): Float32Array {
  const base = random.between(52, 64);
  // The vehicle comes near and leaves: louder, and a little lower as it goes away.
  const near = (time: number) => 0.35 + 0.65 * Math.sin(Math.min(1, time / seconds) * Math.PI);
  const hertz = (time: number) => base * (1.06 - 0.12 * (time / seconds));
  const mix = samplesFor(seconds);
  for (const [harmonic, gain] of [
    [1, 1],
    [2, 0.7],
    [3, 0.45],
    [4.5, 0.3],
    [6, 0.2],
    [9, 0.1],
  ] as const) {
    addAt(
      mix,
      tone(
        seconds,
        (time) => hertz(time) * harmonic,
        (time) => gain * near(time),
      ),
      0,
    );
  }
  addAt(mix, shape(lowPass(noise(seconds, random), 900), near), 0, 0.8);
  return mix;
}

function makeRocket(seconds: number, random: Random): Float32Array {
  const body = lowPass(lowPass(noise(seconds, random), 260), 500);
  const crackle = highPass(lowPass(noise(seconds, random), 3000), 300);
  const thrust = (time: number) => {
    const share = time / seconds;
    return (
      Math.min(1, Math.max(0, share - 0.05) * 6) * (share < 0.6 ? 1 : Math.exp((0.6 - share) * 3))
    );
  };
  const mix = shape(body, (time) => 4 * thrust(time));
  addAt(
    mix,
    shape(crackle, (time) => thrust(time) * swell(time, 0.05, 0) * 0.6),
    0,
  );
  return mix;
}

function makeBubbles(seconds: number, random: Random): Float32Array {
  const mix = lowPass(lowPass(noise(seconds, random), 160), 260).map((sample) => sample * 1.6);
  for (let time = 0; time < seconds; time += random.between(0.08, 0.5)) {
    const hertz = random.between(260, 900);
    const bubble = tone(
      0.12,
      (at) => hertz * (1 + at * 5),
      (at) => Math.exp(-at * 32),
    );
    addAt(mix, bubble, time, random.between(0.05, 0.25));
  }
  return mix;
}

function makeSpace(seconds: number, random: Random): Float32Array {
  const mix = samplesFor(seconds);
  for (const [hertz, gain] of [
    [55, 1],
    [82.5, 0.6],
    [110.4, 0.4],
    [164.2, 0.2],
  ] as const) {
    const phase = random.between(0, 6);
    addAt(
      mix,
      tone(
        seconds,
        () => hertz,
        (time) => gain * (0.5 + swell(time, 6, phase)),
      ),
      0,
    );
  }
  return mix;
}

/** Samples of fade at both ends. */
export function fadeEnds(samples: Float32Array, seconds: number): Float32Array {
  const length = seconds * soundtrackRate;
  return samples.map((sample, index) => {
    const nearest = Math.min(index, samples.length - 1 - index);
    return sample * Math.min(1, nearest / length);
  });
}
