import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

interface Loaded {
  readonly key: string;
  readonly model: Promise<unknown>;
}

let loaded: Loaded | undefined;

/**
 * Returns the model that `load` loads, and keeps it for the next generation of this process. Keeps one
 * heavy model at a time: another key first frees the memory of the former model. Failures are not kept,
 * because the pack may be repaired in the meantime. A key always has the same type.
 */
export async function useModel<T>(key: string, load: () => Promise<T>): Promise<T> {
  if (loaded?.key !== key) {
    if (loaded) {
      loaded = undefined;
      collectGarbage();
    }
    loaded = { key, model: load() };
  }
  try {
    return (await loaded.model) as T;
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}

/** Frees the memory of the loaded model, for an engine that needs it for something else. */
export function freeModel(): void {
  loaded = undefined;
  collectGarbage();
}

/** The runtime frees a network only when its object is collected, and V8 does not see that memory. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
