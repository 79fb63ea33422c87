import { readFile, writeFile } from "node:fs/promises";

/**
 * Adds the optional packages of other systems that npm leaves out of package-lock.json when the registry does
 * not have them: `npm ci` refuses a lock file without them. Run by `npm run lock` after a change of
 * dependencies. The entries carry no hash, because the files were never downloaded; npm installs none of them
 * on the system that created the lock file.
 */
interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
];

const file = "package-lock.json";
const lock = JSON.parse(await readFile(file, "utf8")) as { packages: Record<string, Entry> };
const added = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, version]) =>
    isLocked(path, name) ? [] : placeholder(name, version, entry),
  ),
);
const { "": root, ...others } = lock.packages;
const sorted = Object.entries({ ...others, ...Object.fromEntries(added) }).toSorted(
  ([left], [right]) => left.localeCompare(right, "en"),
);
const packages = { "": root, ...Object.fromEntries(sorted) };
await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
process.stdout.write(`${added.length} optional packages added to ${file}\n`);

/** Looks where Node.js would: next to the package, then further up. */
function isLocked(path: string, name: string): boolean {
  const parts = path.split("/node_modules/");
  return parts
    .map((_part, index) => parts.slice(0, parts.length - index).join("/node_modules/"))
    .concat("")
    .some(
      (place) =>
        lock.packages[`${place === "" ? "" : `${place}/`}node_modules/${name}`] !== undefined,
    );
}

/** The names of such packages contain the system and the processor. */
function placeholder(name: string, version: string, parent: Entry): [string, object][] {
  const words = name.split("/").at(-1)?.split("-") ?? [];
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined || !/^\d/.test(version)) return [];
  const libc = words.includes("musl")
    ? "musl"
    : words.includes("gnu") && os === "linux"
      ? "glibc"
      : null;
  const entry = {
    version,
    cpu: [cpu],
    ...(libc === null ? {} : { libc: [libc] }),
    ...(parent.dev ? { dev: true } : parent.devOptional ? { devOptional: true } : {}),
    optional: true,
    os: [os],
  };
  return [[`node_modules/${name}`, entry]];
}
