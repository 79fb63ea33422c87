import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { type Browser, chromium } from "playwright-core";

/** Chromium of Debian. */
const systemPath = "/usr/bin/chromium";
/**
 * The package's own defaults switch web security off. WebGL is software, because machines of tests have no GPU. Pages are
 * painted without it: painting through an emulated GPU takes nine times as much processor time.
 */
const flags = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];

/** Starts Chromium: `CHROMIUM_PATH`, else that of the system, else that of a package with its libraries. */
export async function launchChromium(): Promise<Browser> {
  const given = process.env["CHROMIUM_PATH"];
  const path = given ?? (existsSync(systemPath) ? systemPath : undefined);
  if (path !== undefined) return chromium.launch({ executablePath: path, args: flags });
  return launchPackagedChromium();
}

/** Starts the Chromium of the lock file with its fonts, which draws the same on every machine. */
export async function launchPackagedChromium(): Promise<Browser> {
  const { default: packaged, inflate } = await import("@sparticuz/chromium");
  const bin = join(
    dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")),
    "../bin",
  );
  // NSS, NSPR and expat, which bare images lack.
  await inflate(join(bin, "al2023.tar.br"));
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...flags, "--headless=shell"],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(tmpdir(), "al2023/lib"),
      FONTCONFIG_PATH: join(tmpdir(), "fonts"),
    },
  });
}
