import { StudioError } from "#studio/errors.ts";

const errno = { success: 0, badDescriptor: 8, notFound: 44 } as const;
const fileType = { characterDevice: 2, directory: 3, regularFile: 4 } as const;
const folderDescriptor = 3;
const createFlag = 1;
const truncateFlag = 8;
const outputBytesMax = 256 * 1024 ** 2;

interface OpenFile {
  readonly name: string;
  position: number;
}

/**
 * Runs a WASI command with files in memory and a stopped clock. The same input produces the same
 * output, and the program cannot access this machine. Implements only the part of WASI preview 1
 * that a program with one flat folder (`/work`) needs. Returns the folder's files.
 */
export async function runInMemory(
  module: WebAssembly.Module,
  programArguments: readonly string[],
  inputFiles: Readonly<Record<string, Uint8Array>>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map(Object.entries(inputFiles).map(([name, bytes]) => [name, growable(bytes)]));
  const host = createHost(programArguments, files);
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: host.functions,
  });
  host.attach(instance.exports["memory"] as WebAssembly.Memory);
  const status = runToExit(instance);
  if (status !== 0) {
    throw new StudioError("engine_failed", `The speech program stopped with status ${status}.`);
  }
  return new Map(
    [...files].map(([name, file]) => [name, file.bytes.subarray(0, file.length)] as const),
  );
}

/** Unwinds the stack on `proc_exit`, which must not return to the program. */
class ProgramExit extends Error {
  readonly status: number;
  constructor(status: number) {
    super("exit");
    this.status = status;
  }
}

function runToExit(instance: WebAssembly.Instance): number {
  try {
    (instance.exports["_start"] as () => void)();
    return 0;
  } catch (error) {
    if (error instanceof ProgramExit) return error.status;
    throw error;
  }
}

interface GrowableFile {
  bytes: Uint8Array;
  length: number;
}

function growable(bytes: Uint8Array): GrowableFile {
  return { bytes, length: bytes.length };
}

function writeAt(file: GrowableFile, position: number, chunk: Uint8Array): void {
  const end = position + chunk.length;
  if (end > outputBytesMax) {
    throw new StudioError("engine_failed", "The speech program wrote more than is allowed.");
  }
  if (end > file.bytes.length) {
    const grown = new Uint8Array(Math.max(end, file.bytes.length * 2, 65_536));
    grown.set(file.bytes.subarray(0, file.length));
    file.bytes = grown;
  }
  file.bytes.set(chunk, position);
  file.length = Math.max(file.length, end);
}

function createHost(programArguments: readonly string[], files: Map<string, GrowableFile>) {
  const encoded = programArguments.map((argument) => new TextEncoder().encode(`${argument}\0`));
  const opened = new Map<number, OpenFile>();
  let memory: WebAssembly.Memory;
  const view = () => new DataView(memory.buffer);
  const slice = (pointer: number, length: number) => new Uint8Array(memory.buffer, pointer, length);

  /** Calls `transfer` for each buffer of a scatter/gather list, up to the first partial transfer. */
  function eachBuffer(list: number, count: number, transfer: (buffer: Uint8Array) => number) {
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const pointer = view().getUint32(list + index * 8, true);
      const length = view().getUint32(list + index * 8 + 4, true);
      const moved = transfer(slice(pointer, length));
      total += moved;
      if (moved < length) break;
    }
    return total;
  }

  function writeStat(pointer: number, type: number): number {
    slice(pointer, 24).fill(0);
    view().setUint8(pointer, type);
    view().setBigUint64(pointer + 8, 0xffff_ffff_ffff_ffffn, true);
    view().setBigUint64(pointer + 16, 0xffff_ffff_ffff_ffffn, true);
    return errno.success;
  }

  const functions = {
    args_sizes_get(count: number, bytes: number) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(
        bytes,
        encoded.reduce((sum, argument) => sum + argument.length, 0),
        true,
      );
      return errno.success;
    },
    args_get(list: number, text: number) {
      let position = text;
      for (const [index, argument] of encoded.entries()) {
        view().setUint32(list + index * 4, position, true);
        slice(position, argument.length).set(argument);
        position += argument.length;
      }
      return errno.success;
    },
    clock_time_get(_clock: number, _precision: bigint, result: number) {
      view().setBigUint64(result, 0n, true);
      return errno.success;
    },
    fd_close(descriptor: number) {
      return opened.delete(descriptor) ? errno.success : errno.badDescriptor;
    },
    fd_fdstat_get(descriptor: number, result: number) {
      if (descriptor === folderDescriptor) return writeStat(result, fileType.directory);
      if (descriptor < folderDescriptor) return writeStat(result, fileType.characterDevice);
      return opened.has(descriptor) ? writeStat(result, fileType.regularFile) : errno.badDescriptor;
    },
    fd_fdstat_set_flags: () => errno.success,
    fd_prestat_get(descriptor: number, result: number) {
      if (descriptor !== folderDescriptor) return errno.badDescriptor;
      view().setUint32(result, 0, true);
      view().setUint32(result + 4, "/work".length, true);
      return errno.success;
    },
    fd_prestat_dir_name(_descriptor: number, path: number, length: number) {
      slice(path, length).set(new TextEncoder().encode("/work").subarray(0, length));
      return errno.success;
    },
    fd_read(descriptor: number, list: number, count: number, result: number) {
      const open = opened.get(descriptor);
      const file = open && files.get(open.name);
      if (!open || !file) return errno.badDescriptor;
      const total = eachBuffer(list, count, (buffer) => {
        const end = Math.min(open.position + buffer.length, file.length);
        const chunk = file.bytes.subarray(open.position, end);
        buffer.set(chunk);
        open.position += chunk.length;
        return chunk.length;
      });
      view().setUint32(result, total, true);
      return errno.success;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, result: number) {
      const open = opened.get(descriptor);
      const file = open && files.get(open.name);
      if (!open || !file) return errno.badDescriptor;
      const base = [0, open.position, file.length][whence] ?? 0;
      open.position = base + Number(offset);
      view().setBigUint64(result, BigInt(open.position), true);
      return errno.success;
    },
    fd_write(descriptor: number, list: number, count: number, result: number) {
      const open = opened.get(descriptor);
      const file = open && files.get(open.name);
      const total = eachBuffer(list, count, (buffer) => {
        if (open && file) {
          writeAt(file, open.position, buffer);
          open.position += buffer.length;
        }
        return buffer.length;
      });
      view().setUint32(result, total, true);
      return errno.success;
    },
    path_open(
      _folder: number,
      _lookup: number,
      path: number,
      pathLength: number,
      flags: number,
      _rights: bigint,
      _inherited: bigint,
      _descriptorFlags: number,
      result: number,
    ) {
      const name = new TextDecoder().decode(slice(path, pathLength));
      if (!files.has(name) && (flags & createFlag) === 0) return errno.notFound;
      if (!files.has(name) || (flags & truncateFlag) !== 0)
        files.set(name, growable(new Uint8Array()));
      const descriptor = Math.max(folderDescriptor, ...opened.keys()) + 1;
      opened.set(descriptor, { name, position: 0 });
      view().setUint32(result, descriptor, true);
      return errno.success;
    },
    proc_exit(status: number) {
      throw new ProgramExit(status);
    },
  };
  return { functions, attach: (attached: WebAssembly.Memory) => void (memory = attached) };
}
