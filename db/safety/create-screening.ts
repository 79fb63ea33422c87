import type { MikroORM } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { toBlocklist } from "#domain/safety/blocklist.ts";
import type { ModeratedInput, ModerationService } from "#domain/safety/moderation.ts";
import {
  describeFinding,
  findBlockedTerm,
  findRefusedCategories,
  type OrganizationPolicy,
  type PlatformPolicy,
  type SafetyFinding,
  type SafetyPolicy,
} from "#domain/safety/safety-policy.ts";
import type { ScreenedText } from "#domain/safety/screened-texts.ts";

import { type Classify, createClassify } from "./create-classify.ts";
import { findSafetyRules, type SafetyRules } from "./organization-safety.ts";
import { recordDecision, type SafetyRecord } from "./safety-decisions.ts";

/** Delay after which every process sees a change of an organization's policy. */
const policyMs = 3_000;
const policiesMax = 5_000;
const issuesMax = 50;

/** Content that is checked together. */
export interface ScreenedContent {
  readonly texts: readonly ScreenedText[];
  /** True when the request edits or animates an image. */
  readonly hasPicture: boolean;
  /** Images as data URLs, where they are checked. */
  readonly pictures?: readonly ScreenedText[];
}

export interface Screening {
  /** True with a moderation service. */
  readonly moderates: boolean;
  readonly allowedCategories: readonly string[];
  /** Checks content against the blocklists, without a request to another machine. Null when it is allowed. */
  findBlocked(content: ScreenedContent, organizationId: string): Promise<Refusal | null>;
  /** Checks content with the moderation service. Throws `moderation_unavailable`. */
  findFlagged(content: ScreenedContent, organizationId: string): Promise<Refusal | null>;
  /** The checks of a request that is still being written: blocklists only, and refusals are not recorded. */
  readonly forPreviews: Screening;
  /** Records a decision; serious ones can suspend the organization. */
  record(decision: SafetyRecord): Promise<void>;
  /** Applies a changed policy in this process at once. */
  forgetPolicy(organizationId: string): void;
}

/** A refusal with everything that caused it. */
export interface Refusal {
  readonly error: AppError;
  readonly sources: readonly string[];
  readonly categories: readonly string[];
}

/** Creates the checks of one process. Without a moderation service nothing leaves the machine. */
export function createScreening(
  orm: Pick<MikroORM, "em">,
  {
    platform,
    service,
    ...recording
  }: {
    platform: PlatformPolicy;
    service: ModerationService | null;
    vault: Vault;
    /** Serious refusals within a day that suspend an organization; zero for never. */
    suspendAfter: number;
  },
): Screening {
  const classify: Classify | null = service === null ? null : createClassify(orm, service);
  const policies = new Map<string, { rules: Promise<OrganizationPolicy | null>; until: number }>();

  async function policyOf(organizationId: string): Promise<SafetyPolicy> {
    const now = performance.now();
    const known = policies.get(organizationId);
    if (known !== undefined && now < known.until) {
      return { platform, organization: await known.rules };
    }
    if (policies.size >= policiesMax) policies.clear();
    const rules = findSafetyRules(orm.em.fork(), organizationId).then(toOrganizationPolicy);
    policies.set(organizationId, { rules, until: now + policyMs });
    rules.catch(() => policies.delete(organizationId));
    return { platform, organization: await rules };
  }

  const common = {
    allowedCategories: platform.allowedCategories,
    async findBlocked({ texts }: ScreenedContent, organizationId: string): Promise<Refusal | null> {
      if (texts.length === 0) return null;
      const policy = await policyOf(organizationId);
      return toRefusal(
        texts.flatMap((place) => {
          const finding = findBlockedTerm(place.text, policy);
          return finding === null ? [] : { place, finding };
        }),
      );
    },
    forgetPolicy: (organizationId: string) => void policies.delete(organizationId),
  };
  const forPreviews: Screening = {
    ...common,
    moderates: false,
    findFlagged: async () => null,
    record: async () => undefined,
    get forPreviews() {
      return forPreviews;
    },
  };
  return {
    ...common,
    moderates: classify !== null,
    forPreviews,
    record: async (decision) => recordDecision(orm.em.fork(), decision, recording),
    async findFlagged({ texts, pictures = [], hasPicture }, organizationId) {
      if (classify === null || texts.length + pictures.length === 0) return null;
      const policy = await policyOf(organizationId);
      const inputs: ModeratedInput[] = [
        ...texts.map(({ text }) => ({ kind: "text" as const, text })),
        ...pictures.map(({ text }) => ({ kind: "image" as const, dataUrl: text })),
      ];
      const categories = await classify(inputs);
      return toRefusal(
        [...texts, ...pictures].flatMap((place, index) => {
          const finding = findRefusedCategories(categories[index] ?? [], policy, { hasPicture });
          return finding === null ? [] : { place, finding };
        }),
      );
    },
  };
}

function toOrganizationPolicy({
  terms,
  refusedCategories,
}: SafetyRules): OrganizationPolicy | null {
  if (terms.length === 0 && refusedCategories.length === 0) return null;
  return { blocklist: toBlocklist(terms), refusedCategories };
}

function toRefusal(
  found: readonly { readonly place: ScreenedText; readonly finding: SafetyFinding }[],
): Refusal | null {
  if (found.length === 0) return null;
  const issues: Issue[] = found
    .slice(0, issuesMax)
    .map(({ place: { pointer, step }, finding }) => ({
      pointer,
      code: "content_blocked",
      message: `${step === undefined ? "" : `Step ${step}: `}${describeFinding(finding)}`,
    }));
  const categories = [...new Set(found.flatMap(({ finding }) => finding.categories))].toSorted();
  const sources = [...new Set(found.map(({ finding }) => finding.source))].toSorted();
  return {
    error: new AppError("content_blocked", {
      issues,
      ...(categories.length === 0 ? {} : { details: { categories } }),
    }),
    sources,
    categories,
  };
}
