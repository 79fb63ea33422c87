import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

import type { Generation } from "./generation.ts";

/** The generations of a data folder, held in memory and on disk. */
export interface GenerationStore {
  list(): readonly Generation[];
  find(id: string): Generation | undefined;
  findByIdempotencyKey(idempotencyKey: string): Generation | undefined;
  /** Writes the record to disk before returning. The last write wins. */
  save(generation: Generation): void;
  remove(id: string): void;
  folder(id: string): string;
}

const recordName = "generation.json";

/**
 * Opens `<dataFolder>/generations`, oldest first. Removes folders without a readable record: they
 * result from a crash before acceptance, so no caller knows their ids.
 *
 * Writes are deliberately synchronous. Records are small, and memory and disk change together, so
 * no order of cancellation, completion and crash makes them differ.
 */
export function openGenerationStore(dataFolder: string): GenerationStore {
  const root = join(dataFolder, "generations");
  mkdirSync(root, { recursive: true });
  const generations = new Map<string, Generation>();
  const idByKey = new Map<string, string>();

  for (const generation of readAll(root)) {
    generations.set(generation.id, generation);
    idByKey.set(generation.idempotencyKey, generation.id);
  }

  return {
    list: () => [...generations.values()],
    find: (id) => generations.get(id),
    findByIdempotencyKey(idempotencyKey) {
      const id = idByKey.get(idempotencyKey);
      return id === undefined ? undefined : generations.get(id);
    },
    save(generation) {
      writeRecord(join(root, generation.id), generation);
      generations.set(generation.id, generation);
      idByKey.set(generation.idempotencyKey, generation.id);
    },
    remove(id) {
      const generation = generations.get(id);
      if (generation) idByKey.delete(generation.idempotencyKey);
      generations.delete(id);
      rmSync(join(root, id), { recursive: true, force: true });
    },
    folder: (id) => join(root, id),
  };
}

function readAll(root: string): Generation[] {
  const found: Generation[] = [];
  for (const name of readdirSync(root)) {
    try {
      found.push(JSON.parse(readFileSync(join(root, name, recordName), "utf8")) as Generation);
    } catch {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
  return found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** Writes a record atomically and durably: readers and crashes see the old or the new record. */
function writeRecord(folder: string, generation: Generation): void {
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `${recordName}.new`);
  const file = openSync(temporary, "w");
  try {
    writeSync(file, JSON.stringify(generation));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, recordName));
  syncFolder(folder);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
