import type { ContentType } from "#domain/requests/capability.ts";

/** A model that several hosts serve. Its offers are the rows that name its id in `offers`. */
export interface CanonicalModel {
  /** Not the id of a row, except of one that offers itself. */
  readonly id: string;
  readonly name: string;
  /** Company that trained the model. */
  readonly maker: string;
  readonly contentType: ContentType;
}

/** Only the same weights and version: a distilled or renamed model is another model. */
export const canonicalModels = [
  { id: "flux-2-pro", name: "FLUX.2 [pro]", maker: "Black Forest Labs", contentType: "image" },
  { id: "flux-2-max", name: "FLUX.2 [max]", maker: "Black Forest Labs", contentType: "image" },
  { id: "flux-2-flex", name: "FLUX.2 [flex]", maker: "Black Forest Labs", contentType: "image" },
  { id: "flux-pro-1.1", name: "FLUX1.1 [pro]", maker: "Black Forest Labs", contentType: "image" },
  {
    id: "flux-kontext-pro",
    name: "FLUX.1 Kontext [pro]",
    maker: "Black Forest Labs",
    contentType: "image",
  },
  {
    id: "flux-kontext-max",
    name: "FLUX.1 Kontext [max]",
    maker: "Black Forest Labs",
    contentType: "image",
  },
  {
    id: "flux-2-klein-9b",
    name: "FLUX.2 klein 9B",
    maker: "Black Forest Labs",
    contentType: "image",
  },
  {
    id: "flux-2-klein-4b",
    name: "FLUX.2 klein 4B",
    maker: "Black Forest Labs",
    contentType: "image",
  },
  {
    id: "sd3.5-large",
    name: "Stable Diffusion 3.5 Large",
    maker: "Stability AI",
    contentType: "image",
  },
  {
    id: "sd3.5-large-turbo",
    name: "Stable Diffusion 3.5 Large Turbo",
    maker: "Stability AI",
    contentType: "image",
  },
  {
    id: "sd3.5-medium",
    name: "Stable Diffusion 3.5 Medium",
    maker: "Stability AI",
    contentType: "image",
  },
  { id: "seedance-2.0-mini", name: "Seedance 2.0 Mini", maker: "ByteDance", contentType: "video" },
  { id: "veo-3.1", name: "Veo 3.1", maker: "Google", contentType: "video" },
  { id: "veo-3.1-fast", name: "Veo 3.1 Fast", maker: "Google", contentType: "video" },
] as const satisfies readonly CanonicalModel[];

const byId: ReadonlyMap<string, CanonicalModel> = new Map(
  canonicalModels.map((model) => [model.id, model]),
);

export function findCanonical(id: string): CanonicalModel | undefined {
  return byId.get(id);
}

interface OfferRow {
  readonly id: string;
  readonly contentType: ContentType;
  readonly offers?: string | undefined;
}

/** Lists problems of rows as offers of canonical models. */
export function offerProblems(rows: readonly OfferRow[]): string[] {
  return rows.flatMap(({ id, contentType, offers }) => {
    const shadowed = byId.has(id) && offers !== id ? [`${id} has the id of a canonical model`] : [];
    const canonical = offers === undefined ? undefined : byId.get(offers);
    if (offers === undefined) return shadowed;
    if (canonical === undefined) return [`${id} offers "${offers}", which is no canonical model`];
    return canonical.contentType === contentType
      ? shadowed
      : [...shadowed, `${id} makes ${contentType}, and ${offers} makes ${canonical.contentType}`];
  });
}
