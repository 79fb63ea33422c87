/** Writes the unscaled transform of the complex input to the output. */
export type FourierTransform = (
  inputReal: Float64Array,
  inputImaginary: Float64Array,
  outputReal: Float64Array,
  outputImaginary: Float64Array,
) => void;

const factorCandidates = [4, 2, 3, 5];

/** Creates a mixed-radix transform for sizes with the prime factors 2, 3 and 5. */
export function createFourierTransform(size: number): FourierTransform {
  const factors = factorise(size);
  const turns = Array.from({ length: size }, (_, index) => (2 * Math.PI * index) / size);
  const cosines = Float64Array.from(turns, Math.cos);
  const sines = Float64Array.from(turns, Math.sin);
  const partReal = new Float64Array(8);
  const partImaginary = new Float64Array(8);

  return (inputReal, inputImaginary, outputReal, outputImaginary) => {
    function combine(start: number, length: number, radix: number): void {
      const quarter = length / radix;
      const stride = size / length;
      for (let column = 0; column < quarter; column += 1) {
        for (let row = 0; row < radix; row += 1) {
          const turn = (row * column * stride) % size;
          const cosine = cosines[turn] ?? 0;
          const sine = sines[turn] ?? 0;
          const place = start + row * quarter + column;
          const real = outputReal[place] ?? 0;
          const imaginary = outputImaginary[place] ?? 0;
          partReal[row] = real * cosine + imaginary * sine;
          partImaginary[row] = imaginary * cosine - real * sine;
        }
        for (let bin = 0; bin < radix; bin += 1) {
          let real = 0;
          let imaginary = 0;
          for (let row = 0; row < radix; row += 1) {
            const turn = (row * bin * (size / radix)) % size;
            const cosine = cosines[turn] ?? 0;
            const sine = sines[turn] ?? 0;
            real += (partReal[row] ?? 0) * cosine + (partImaginary[row] ?? 0) * sine;
            imaginary += (partImaginary[row] ?? 0) * cosine - (partReal[row] ?? 0) * sine;
          }
          outputReal[start + bin * quarter + column] = real;
          outputImaginary[start + bin * quarter + column] = imaginary;
        }
      }
    }

    function transform(
      from: number,
      step: number,
      to: number,
      length: number,
      depth: number,
    ): void {
      if (length === 1) {
        outputReal[to] = inputReal[from] ?? 0;
        outputImaginary[to] = inputImaginary[from] ?? 0;
        return;
      }
      const radix = factors[depth] ?? 1;
      const part = length / radix;
      for (let row = 0; row < radix; row += 1) {
        transform(from + row * step, step * radix, to + row * part, part, depth + 1);
      }
      combine(to, length, radix);
    }

    transform(0, 1, 0, size, 0);
  };
}

function factorise(size: number): number[] {
  const factors: number[] = [];
  let rest = size;
  for (const factor of factorCandidates) {
    while (rest % factor === 0) {
      factors.push(factor);
      rest /= factor;
    }
  }
  if (rest !== 1) throw new Error(`${size} has a prime factor other than 2, 3 and 5.`);
  return factors;
}
