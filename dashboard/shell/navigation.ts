import { Building2, ChartColumn, Code, ListChecks, type LucideIcon, Sparkles } from "lucide-react";

import type { Words } from "#words/words.ts";

/** Pages of the rail, in its order. `key` follows `g` on the keyboard. */
export const navigation = [
  { to: "/create", label: ({ shell }: Words) => shell.create, key: "c", icon: Sparkles },
  { to: "/jobs", label: ({ shell }: Words) => shell.jobs, key: "j", icon: ListChecks },
  { to: "/usage", label: ({ shell }: Words) => shell.usage, key: "u", icon: ChartColumn },
  { to: "/developers", label: ({ shell }: Words) => shell.developers, key: "d", icon: Code },
  {
    to: "/organization",
    label: ({ shell }: Words) => shell.organization,
    key: "o",
    icon: Building2,
  },
] as const satisfies readonly {
  readonly to: string;
  readonly label: (words: Words) => string;
  readonly key: string;
  readonly icon: LucideIcon;
}[];
