/** Attention of one head: [tokens, frames], row by row. */
export interface HeadAttention {
  readonly tokens: number;
  readonly frames: number;
  readonly shares: Float32Array;
}

/** A frame of the encoder's result lasts 20 ms. */
export const framesPerSecond = 50;
const medianWidth = 7;

/**
 * Finds when each token begins, in seconds, from the heads whose attention follows the speech: their
 * standardised mean is the cost of a path through tokens and frames (dynamic time warping).
 */
export function alignTokens(heads: readonly HeadAttention[]): Float64Array {
  const { tokens = 0, frames = 0 } = heads[0] ?? {};
  const match = new Float32Array(tokens * frames);
  for (const { shares } of heads) {
    const smooth = smoothRows(standardiseColumns(shares, tokens, frames), tokens, frames);
    for (let index = 0; index < match.length; index += 1) {
      match[index] = (match[index] ?? 0) + (smooth[index] ?? 0) / heads.length;
    }
  }
  return findPath(match, tokens, frames);
}

/** Standardises each frame over the tokens, so that tokens compete for it. */
function standardiseColumns(shares: Float32Array, tokens: number, frames: number): Float32Array {
  const result = new Float32Array(shares.length);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    let squares = 0;
    for (let token = 0; token < tokens; token += 1) {
      const share = shares[token * frames + frame] ?? 0;
      sum += share;
      squares += share * share;
    }
    const mean = sum / tokens;
    const deviation = Math.sqrt(Math.max(squares / tokens - mean * mean, 1e-12));
    for (let token = 0; token < tokens; token += 1) {
      const index = token * frames + frame;
      result[index] = ((shares[index] ?? 0) - mean) / deviation;
    }
  }
  return result;
}

/** Replaces each value by the median of its neighbours in time. */
function smoothRows(values: Float32Array, tokens: number, frames: number): Float32Array {
  const result = new Float32Array(values.length);
  const half = Math.floor(medianWidth / 2);
  const window = new Float32Array(medianWidth);
  for (let token = 0; token < tokens; token += 1) {
    for (let frame = 0; frame < frames; frame += 1) {
      for (let offset = -half; offset <= half; offset += 1) {
        const neighbour = Math.min(frames - 1, Math.max(0, frame + offset));
        window[offset + half] = values[token * frames + neighbour] ?? 0;
      }
      result[token * frames + frame] = window.toSorted()[half] ?? 0;
    }
  }
  return result;
}

const [diagonal, nextToken, nextFrame] = [0, 1, 2];

/** Returns the time of each token on the path with the highest match from the first to the last cell. */
function findPath(match: Float32Array, tokens: number, frames: number): Float64Array {
  const width = frames + 1;
  let previous = new Float64Array(width).fill(-Infinity);
  let current = new Float64Array(width);
  const steps = new Uint8Array((tokens + 1) * width);
  previous[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    current.fill(-Infinity);
    for (let frame = 1; frame <= frames; frame += 1) {
      const both = previous[frame - 1] ?? -Infinity;
      const down = previous[frame] ?? -Infinity;
      const right = current[frame - 1] ?? -Infinity;
      const best = Math.max(both, down, right);
      current[frame] = best + (match[(token - 1) * frames + frame - 1] ?? 0);
      steps[token * width + frame] =
        best === both ? diagonal : best === down ? nextToken : nextFrame;
    }
    [previous, current] = [current, previous];
  }

  const starts = new Float64Array(tokens);
  let token = tokens;
  let frame = frames;
  while (token > 0 && frame > 0) {
    starts[token - 1] = (frame - 1) / framesPerSecond;
    const step = steps[token * width + frame];
    if (step !== nextFrame) token -= 1;
    if (step !== nextToken) frame -= 1;
  }
  return starts;
}
