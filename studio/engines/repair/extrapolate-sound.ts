/**
 * Continues a sound by linear prediction. Burg's method finds the coefficients, which are always stable, so the
 * continuation never grows.
 */
export function extrapolate(samples: Int16Array, count: number, order: number): Float64Array {
  const coefficients = predictorOf(Float64Array.from(samples), order);
  const sound = new Float64Array(order + count);
  sound.set(samples.subarray(samples.length - order));
  for (let at = order; at < sound.length; at += 1) {
    let value = 0;
    for (let back = 1; back <= order; back += 1) {
      value -= (coefficients[back] ?? 0) * (sound[at - back] ?? 0);
    }
    sound[at] = value;
  }
  return sound.subarray(order);
}

/** Coefficients of Burg's method: the prediction error is the sum of `coefficients[i] * samples[t - i]`. */
function predictorOf(samples: Float64Array, order: number): Float64Array {
  const coefficients = new Float64Array(order + 1);
  coefficients[0] = 1;
  const forward = samples.slice();
  const backward = samples.slice();
  for (let step = 1; step <= order; step += 1) {
    let product = 0;
    let energy = 0;
    for (let at = step; at < samples.length; at += 1) {
      const ahead = forward[at] ?? 0;
      const behind = backward[at - 1] ?? 0;
      product += ahead * behind;
      energy += ahead * ahead + behind * behind;
    }
    if (energy === 0) break;
    const reflection = (-2 * product) / energy;
    for (let at = samples.length - 1; at >= step; at -= 1) {
      const ahead = forward[at] ?? 0;
      const behind = backward[at - 1] ?? 0;
      forward[at] = ahead + reflection * behind;
      backward[at] = behind + reflection * ahead;
    }
    const former = coefficients.slice();
    for (let index = 1; index <= step; index += 1) {
      coefficients[index] = (former[index] ?? 0) + reflection * (former[step - index] ?? 0);
    }
  }
  return coefficients;
}
