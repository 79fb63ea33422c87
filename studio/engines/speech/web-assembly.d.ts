/** Types of the WebAssembly API used here. Node implements it, but only the DOM library declares it. */
declare namespace WebAssembly {
  interface Module {
    readonly __module: unique symbol;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): Promise<Instance>;
}
