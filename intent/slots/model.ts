import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers as catalog } from "#catalog/index.ts";
import { allWords, unspacedWords, words } from "#intent/synonyms.ts";

import { cut, either, findFirst, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

/** Words that mark a following name as a tool, not as a thing in the image. */
const useBefore = `(?:${allWords("model/before")}|model:)`;
const useAfter = `(?: ${words("model/after")}|${unspacedWords("model/after")}| 사용)`;

const version = String.raw`(?:[ ._-]?(?:v?\d[\w.]*|pro|max|flex|dev|schnell|ultra|kontext|klein|fast|turbo|master|omni|lite|flash|mini|hd|large|core|fill|image|preview|pikaframes|video|lora|standard|\[\w+\])){0,5}`;

/** Names that always mean the model. */
const distinctModels = [
  String.raw`flux[.-]?\d[\w.]*${version}`,
  String.raw`flux[ -](?:pro|max|dev|schnell|kontext|fill|lora)${version}`,
  String.raw`kling${version}`,
  String.raw`(?:gpt-image|gpt-4o|dall-?e|gen-?\d|gen4|veo|sora|imagen[ -]?(?=\d)|hailuo|seedream|seedance|stable[ -]diffusion|sdxl|sd ?3(?:\.5)?|stable[ -](?:image|fast)|nano[ -]?banana|midjourney|ray-\d|uni-1|photon-1|eleven_\w+|eleven[ -](?:v3|multilingual|flash)|tts-1|scribe|lipsync-2|sync-3|clarity[ -]upscaler|codeformer|rodin|hyper3d|moondream|aura-2|nova-3|recraftv?\d|topaz-\w+|ideogram-v?\d)${version}`,
  String.raw`gemini(?:[ -]\d)${version}`,
].join("|");

/** Names that are also ordinary words; they count only after a word of use. */
const contextModels = [
  String.raw`flux${version}`,
  String.raw`(?:ideogram|pika|ray|photon|wan|gemini|aleph|act[- _]?two|whisper|hunyuan|qwen|recraft)${version}`,
].join("|");

const distinctModelPattern = toPattern(
  String.raw`(?:${useBefore} (?:the )?)?(?<![\p{L}\p{N}])(?<name>${distinctModels})(?![\p{L}\p{N}])(?:${useAfter})?`,
);
const contextModelPattern = toPattern(
  String.raw`(?<![\p{L}])${useBefore} ?(?:the )?(?<name>${contextModels})(?![\p{L}\p{N}])(?:${useAfter})?|(?<![\p{L}])(?<suffixed>${contextModels})${useAfter}`,
);

const providers = (catalog as readonly ProviderDefinition[]).flatMap(({ slug, mentions }) =>
  mentions === undefined
    ? []
    : [{ slug, pattern: mentionPattern(mentions.withUse), alone: mentions.alone ?? [] }],
);
const bareProvider = either(providers.flatMap(({ alone }) => alone).join("|"));

function mentionPattern(source: string): RegExp {
  return toPattern(
    String.raw`(?<![\p{L}])${useBefore} ?(?<name>${source})(?:'s)?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:${source})(?:'s)?${useAfter}`,
  );
}

/**
 * Reads a model or provider that the message names. Models are written as in the catalog: lower case with
 * hyphens ("Kling 2.6" → "kling-2.6"); providers are given by their slug.
 */
export function readModel(draft: SlotDraft): void {
  const match = findFirst(draft, distinctModelPattern) ?? findFirst(draft, contextModelPattern);
  const name = match?.groups?.["name"] ?? match?.groups?.["suffixed"];
  if (match && name !== undefined) {
    draft.requestedModel = toModelName(name);
    cut(draft, match);
  }
  for (const { slug, pattern } of providers) {
    const named = findFirst(draft, pattern);
    if (!named) continue;
    draft.requestedProvider = slug;
    cut(draft, named);
    return;
  }
  const bare = findFirst(draft, bareProvider);
  if (!bare) return;
  const word = bare[0].replaceAll(" ", "");
  const named = providers.find(({ slug }) => slug.replaceAll("-", "") === word);
  if (named !== undefined) draft.requestedProvider = named.slug;
  cut(draft, bare);
}

function toModelName(name: string): string {
  return name
    .trim()
    .replace(/[[\]]/g, "")
    .replace(/^flux\.(?=\d)/, "flux-")
    .replace(/[ ]+/g, "-");
}
