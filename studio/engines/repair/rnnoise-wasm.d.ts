declare module "@echogarden/rnnoise-wasm" {
  interface RnnoiseModule {
    readonly HEAPF32: Float32Array;
    readonly _malloc: (bytes: number) => number;
    readonly _rnnoise_create: (model: number) => number;
    readonly _rnnoise_process_frame: (state: number, output: number, input: number) => number;
  }
  export default function load(): Promise<RnnoiseModule>;
}
