/** Terms of the IPTC vocabulary "Digital Source Type" for files that the engine makes. */
export const digitalSourceTypes = [
  "trainedAlgorithmicMedia",
  "compositeWithTrainedAlgorithmicMedia",
  "algorithmicMedia",
  "algorithmicallyEnhanced",
] as const;
export type DigitalSourceType = (typeof digitalSourceTypes)[number];

export const provenanceStates = ["marked", "kept", "unmarked"] as const;
/** Marks in a file: XMP with the IPTC property, or Content Credentials (C2PA). */
export const provenanceMarks = ["iptc", "c2pa"] as const;
export type ProvenanceMark = (typeof provenanceMarks)[number];

export const unmarkedReasons = [
  "format_without_mark",
  "foreign_metadata",
  "no_place_for_mark",
  "file_too_large",
  "file_unreadable",
  "marking_failed",
] as const;
export type UnmarkedReason = (typeof unmarkedReasons)[number];

/** Mark of a stored file that says that it is made by AI. */
export type OutputProvenance =
  | {
      readonly state: "marked";
      /** A file with Content Credentials of the engine has the property, too. */
      readonly mark: ProvenanceMark;
      readonly digitalSourceType: DigitalSourceType;
    }
  | { readonly state: "kept"; readonly mark: ProvenanceMark }
  | { readonly state: "unmarked"; readonly reason: UnmarkedReason };

/**
 * Chooses the IPTC term of a result. `isAlgorithmic`: no trained model makes the result. `hasMarkedInputs`: one of the
 * input files says itself that it is made by AI.
 */
export function digitalSourceTypeOf({
  isAlgorithmic,
  hasInputs,
  hasMarkedInputs,
}: {
  readonly isAlgorithmic: boolean;
  readonly hasInputs: boolean;
  readonly hasMarkedInputs: boolean;
}): DigitalSourceType {
  if (hasMarkedInputs) return "compositeWithTrainedAlgorithmicMedia";
  if (isAlgorithmic) return hasInputs ? "algorithmicallyEnhanced" : "algorithmicMedia";
  return hasInputs ? "compositeWithTrainedAlgorithmicMedia" : "trainedAlgorithmicMedia";
}
