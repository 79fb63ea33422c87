import load from "@echogarden/rnnoise-wasm";

/** Samples of 48 kHz that RNNoise takes at once. */
const frameSamples = 480;
const channels = 2;
const bytesOfFloat = 4;

/** Removes the noise of speech with RNNoise from interleaved 16-bit stereo samples of 48 kHz. */
export async function* removeNoise(sound: AsyncIterable<Int16Array>): AsyncGenerator<Uint8Array> {
  const rnnoise = await load();
  const { _malloc: allocate, _rnnoise_create: create, _rnnoise_process_frame: process } = rnnoise;
  const states = [create(0), create(0)];
  const place = allocate(frameSamples * bytesOfFloat);
  const piece = frameSamples * channels;
  let rest = new Int16Array(0);
  function clean(samples: Int16Array): Uint8Array {
    const result = new Int16Array(samples.length);
    for (let start = 0; start < samples.length; start += piece) {
      for (const [channel, state] of states.entries()) {
        const at = place / bytesOfFloat;
        for (let index = 0; index < frameSamples; index += 1) {
          rnnoise.HEAPF32[at + index] = samples[start + index * channels + channel] ?? 0;
        }
        process(state, place, place);
        for (let index = 0; index < frameSamples; index += 1) {
          const value = Math.round(rnnoise.HEAPF32[at + index] ?? 0);
          result[start + index * channels + channel] = Math.max(-32_768, Math.min(32_767, value));
        }
      }
    }
    return new Uint8Array(result.buffer);
  }
  for await (const chunk of sound) {
    const samples = new Int16Array(rest.length + chunk.length);
    samples.set(rest);
    samples.set(chunk, rest.length);
    const whole = samples.length - (samples.length % piece);
    rest = samples.slice(whole);
    if (whole > 0) yield clean(samples.subarray(0, whole));
  }
  if (rest.length === 0) return;
  const last = new Int16Array(piece);
  last.set(rest);
  yield clean(last).subarray(0, rest.byteLength);
}
