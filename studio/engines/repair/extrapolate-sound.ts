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
  let product = 0;
  let energy = 0;
  for (let at = 1; at < samples.length; at += 1) {
    const ahead = forward[at] ?? 0;
    const behind = backward[at - 1] ?? 0;
    product += ahead * behind;
    energy += ahead * ahead + behind * behind;
  }
  for (let step = 1; step <= order && energy !== 0; step += 1) {
    const reflection = (-2 * product) / energy;
    product = 0;
    energy = 0;
    // One pass updates both errors and sums them up for the next step.
    let behind = backward[step - 1] ?? 0;
    let changed = 0;
    for (let at = step; at < samples.length; at += 1) {
      const ahead = forward[at] ?? 0;
      const next = backward[at] ?? 0;
      const error = ahead + reflection * behind;
      if (at > step) {
        product += error * changed;
        energy += error * error + changed * changed;
      }
      changed = behind + reflection * ahead;
      forward[at] = error;
      backward[at] = changed;
      behind = next;
    }
    const former = coefficients.slice();
    for (let index = 1; index <= step; index += 1) {
      coefficients[index] = (former[index] ?? 0) + reflection * (former[step - index] ?? 0);
    }
  }
  return coefficients;
}
