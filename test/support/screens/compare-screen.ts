import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import pixelmatch from "pixelmatch";
import sharp from "sharp";

const folder = "test/fixtures/screens";
/** Folder of what differs; CI keeps it with the results. */
const differencesFolder = ".cache/screens";
/** Share of the pixels that may differ. */
const shareMax = 0.001;
/** Difference of colour that an eye does not see. */
const threshold = 0.1;

/** With this setting, `npm run dashboard:screens` replaces the stored screens. */
export const isWriting = process.env["WRITE_SCREENS"] !== undefined;

/** Reports whether a screenshot shows the stored screen. */
export async function showsScreen(name: string, screenshot: Buffer): Promise<boolean> {
  const stored = await readFile(join(folder, `${name}.webp`)).catch(() => null);
  if (stored === null) return false;
  const [before, { data, width, height }] = await Promise.all([
    toPixels(stored),
    toPixels(screenshot),
  ]);
  if (before.width !== width || before.height !== height) return false;
  const count = pixelmatch(before.data, data, undefined, width, height, { threshold });
  return count <= width * height * shareMax;
}

/** Compares a screenshot with the stored one. Returns a sentence that says what differs; null when nothing does. */
export async function compareScreen(name: string, screenshot: Buffer): Promise<string | null> {
  const path = join(folder, `${name}.webp`);
  if (isWriting) {
    await mkdir(folder, { recursive: true });
    await writeFile(path, await sharp(screenshot).webp({ lossless: true, effort: 6 }).toBuffer());
    return null;
  }
  const stored = await readFile(path).catch(() => null);
  if (stored === null) return `${path} is missing. Run \`npm run dashboard:screens\`.`;
  const [before, after] = await Promise.all([toPixels(stored), toPixels(screenshot)]);
  const { width, height } = after;
  if (before.width !== width || before.height !== height) {
    return `${name} is ${width} × ${height} pixels, ${path} is ${before.width} × ${before.height}.`;
  }
  const difference = Buffer.alloc(after.data.length);
  const count = pixelmatch(before.data, after.data, difference, width, height, { threshold });
  if (count <= width * height * shareMax) return null;
  await mkdir(differencesFolder, { recursive: true });
  const shown = join(differencesFolder, `${name}.png`);
  const raw = { width, height, channels: 4 } as const;
  const beside = await Promise.all(
    [before.data, after.data, difference].map(async (data, place) => ({
      input: await sharp(data, { raw }).png().toBuffer(),
      left: place * width,
      top: 0,
    })),
  );
  const background = "white";
  await sharp({ create: { width: width * 3, height, channels: 3, background } })
    .composite(beside)
    .png()
    .toFile(shown);
  const percent = ((count / (width * height)) * 100).toFixed(2);
  return (
    `${name} differs from ${path} in ${percent} % of its pixels. ${shown} shows the stored screen, this one and the ` +
    "difference. If the change is intended, run `npm run dashboard:screens`."
  );
}

async function toPixels(image: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
