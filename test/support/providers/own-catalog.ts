import { parseModelsFile, type OwnCatalog } from "#catalog/own/read-models-file.ts";

/** A file with one server that has a model of every kind. */
export function ownFile(baseUrl: string, headersEnv = "{ Authorization: GPU_BOX_AUTH }"): string {
  return `
providers:
  - slug: gpu-box
    name: GPU box
    protocol: openai-compatible
    baseUrl: ${baseUrl}
    headersEnv: ${headersEnv}
    concurrentMax: 2
    models:
      - id: sd-turbo-own
        model: sd-turbo
        capabilities: [text-to-image, image-to-image, inpainting]
        credits: 2
        parameters:
          image: { role: images, maxItems: 3 }
          size: { role: size, enum: [512x512, 1024x1024], default: 512x512 }
          n: { role: count, minimum: 1, maximum: 4 }
          seed: { role: seed, minimum: 0 }
      - id: kokoro-own
        model: kokoro
        capabilities: [text-to-speech]
        priced: { characters: 1000 }
        parameters:
          voice:
            role: voice
            enum: [af_heart, am_adam]
            default: af_heart
            required: true
            voices: { female: [af_heart], male: [am_adam] }
          response_format: { role: format, enum: [mp3, wav, opus], default: mp3 }
          speed: { role: speed, minimum: 0.25, maximum: 4 }
      - id: whisper-own
        model: whisper
        capabilities: [speech-to-text]
        priced: { seconds: 600 }
        parameters:
          language: { role: language }
      - id: wan-own
        model: wan
        capabilities: [text-to-video, image-to-video]
        credits: 5
        priced: { seconds: 5 }
        quality: 3
        parameters:
          seconds: { role: duration, type: string, enum: ["5", "10"], default: "5" }
          size: { role: size, enum: [832x480, 1280x720], default: 832x480 }
          seed: { role: seed, minimum: 0 }
`;
}

/** Reads a file that has no problem. */
export function ownCatalogOf(text: string): OwnCatalog {
  const { own, problems } = parseModelsFile(text, new Set());
  if (own === null) throw new Error(problems.join("\n"));
  return own;
}
