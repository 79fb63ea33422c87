import type { InputKind } from "#studio/capability.ts";
import type { Engine, EngineDescription } from "#studio/engine.ts";
import { withinTimeLimit } from "#studio/engines/media/run-operation.ts";
import { findImageFormat, imageFormats } from "#studio/engines/raster.ts";
import { soundFormatNames } from "#studio/engines/sound-formats.ts";
import { type Issue, StudioError } from "#studio/errors.ts";

import type { RepairCapability } from "./remedies.ts";
import { type Repaired, repairImage } from "./repair-image.ts";
import { repairSound } from "./repair-sound.ts";
import { repairVideo } from "./repair-video.ts";

const limitations: Readonly<Record<RepairCapability, string>> = {
  enhancement:
    "Classic filters with measured strength, and RNNoise for speech; detail that is lost stays lost",
  restoration:
    "Removes damage with classic filters; it colours no black-and-white image and redraws no faces",
};

/** Makes images, videos and recordings better: by the remedies that a request names, else by measurement. */
export const enhancement = createRepairEngine("enhancement");
/** Removes the damage of old images, videos and recordings. */
export const restoration = createRepairEngine("restoration");

function createRepairEngine(capability: RepairCapability): Engine {
  const engine: EngineDescription = {
    name: "repair",
    tier: "algorithmic",
    limitation: limitations[capability],
  };
  return {
    capability,
    async describe({ ffmpegPath }) {
      return { engine, available: ffmpegPath !== null };
    },
    validate: ({ parameters: { format } }, kinds) =>
      format === undefined ? [] : formatIssues(format, kinds),
    async run(request, context) {
      const file = context.inputs.find(({ kind }) => ["image", "video", "audio"].includes(kind));
      if (!file)
        throw new StudioError("invalid_input", "An image, a video or a recording is needed.");
      const { output, applied } = await withinTimeLimit(context, (limited): Promise<Repaired> => {
        if (file.kind === "image") return repairImage(file.path, request, capability, limited);
        const repair = file.kind === "video" ? repairVideo : repairSound;
        return repair(file, request, capability, limited);
      });
      const done =
        applied.length > 0 ? `Applied: ${applied.join(", ")}` : "Nothing to repair was measured";
      return {
        engine: { ...engine, limitation: `${engine.limitation}. ${done}` },
        outputs: [output],
      };
    },
  };
}

function formatIssues(format: string, kinds: readonly InputKind[]): Issue[] {
  const problem = (expected: readonly string[]) => [
    { path: "parameters.format", message: `expected one of ${expected.join(", ")}` },
  ];
  if (kinds.includes("image")) return findImageFormat(format) ? [] : problem(imageFormats);
  if (kinds.includes("video")) return format === "mp4" ? [] : problem(["mp4"]);
  return soundFormatNames.some((name) => name === format) ? [] : problem(soundFormatNames);
}
