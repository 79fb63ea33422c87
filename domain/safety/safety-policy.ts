import { type Blocklist, matchesBlocklist } from "./blocklist.ts";
import { neverAllowed } from "./moderation.ts";

/** Rules for every organization, from the settings of the platform. */
export interface PlatformPolicy {
  readonly blocklist: Blocklist;
  /** Categories of the moderation service that are not refused. */
  readonly allowedCategories: readonly string[];
}

/** Rules that an organization adds to those of the platform; it can allow nothing. */
export interface OrganizationPolicy {
  readonly blocklist: Blocklist;
  readonly refusedCategories: readonly string[];
}

/** The rules that hold for a request: everything that the platform or the organization refuses. */
export interface SafetyPolicy {
  readonly platform: PlatformPolicy;
  readonly organization: OrganizationPolicy | null;
}

/** Reason of a refusal. It names no term and no score, which would teach evasion. */
export interface SafetyFinding {
  readonly source: "platform_blocklist" | "organization_blocklist" | "moderation";
  /** Empty for blocklists. */
  readonly categories: readonly string[];
}

/** Checks a text against the blocklists. */
export function findBlockedTerm(text: string, policy: SafetyPolicy): SafetyFinding | null {
  if (matchesBlocklist(text, policy.platform.blocklist)) {
    return { source: "platform_blocklist", categories: [] };
  }
  const { organization } = policy;
  return organization !== null && matchesBlocklist(text, organization.blocklist)
    ? { source: "organization_blocklist", categories: [] }
    : null;
}

/**
 * Picks the flagged categories that are refused. Sexual content with an image is refused whatever the settings allow: no
 * classifier sees whether the person in the image has agreed (Article 5 of the EU AI Act).
 */
export function findRefusedCategories(
  flagged: readonly string[],
  { platform, organization }: SafetyPolicy,
  { hasPicture }: { readonly hasPicture: boolean },
): SafetyFinding | null {
  const isAllowed = (category: string): boolean =>
    category !== neverAllowed &&
    !(hasPicture && category.split("/")[0] === "sexual") &&
    platform.allowedCategories.includes(category) &&
    organization?.refusedCategories.includes(category) !== true;
  const categories = flagged.filter((category) => !isAllowed(category));
  return categories.length === 0 ? null : { source: "moderation", categories };
}

/** Public sentence about a refused text or image. */
export function describeFinding({ source, categories }: SafetyFinding): string {
  switch (source) {
    case "platform_blocklist":
      return "Has a term of the platform's blocklist.";
    case "organization_blocklist":
      return "Has a term of the organization's blocklist.";
    case "moderation":
      return `Is refused as: ${categories.join(", ")}.`;
  }
}
