import { type LucideIcon, ListChecks, Sparkles } from "lucide-react";

import type { Words } from "#words/words.ts";

/** Pages of the rail, in its order. `key` follows `g` on the keyboard. */
export const navigation = [
  { to: "/create", label: ({ shell }: Words) => shell.create, key: "c", icon: Sparkles },
  { to: "/jobs", label: ({ shell }: Words) => shell.jobs, key: "j", icon: ListChecks },
] as const satisfies readonly {
  readonly to: string;
  readonly label: (words: Words) => string;
  readonly key: string;
  readonly icon: LucideIcon;
}[];
