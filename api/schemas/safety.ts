import { z } from "zod";

import { termCharactersMax, termProblem } from "#domain/safety/blocklist.ts";
import { categoryCharactersMax } from "#domain/safety/moderation.ts";

import { displayTextSchema } from "./display-text.ts";

const termsMax = 1_000;
const categoriesMax = 50;

const termsSchema = z
  .array(
    displayTextSchema(termCharactersMax).superRefine((term, context) => {
      const problem = termProblem(term);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
  )
  .max(termsMax)
  .meta({
    description:
      "Terms that no request of the organization may have, in addition to the platform's. `bomb*` also matches longer words.",
  });

const refusedCategoriesSchema = z
  .array(z.string().trim().min(1).max(categoryCharactersMax))
  .max(categoriesMax)
  .meta({
    description:
      "Categories of the moderation service that are refused, in addition to the platform's.",
  });

export const safetyRulesSchema = z
  .object({
    terms: termsSchema,
    refusedCategories: refusedCategoriesSchema,
    platform: z
      .object({
        moderates: z.boolean().meta({ description: "True with a moderation service." }),
        allowedCategories: z.array(z.string()).meta({
          description: "Categories that the platform allows, and an organization can refuse.",
        }),
      })
      .meta({ id: "PlatformSafety" }),
  })
  .meta({ id: "SafetyRules" });

export const safetyRulesChangeSchema = z
  .strictObject({ terms: termsSchema, refusedCategories: refusedCategoriesSchema })
  .partial()
  .meta({ id: "SafetyRulesChange" });
