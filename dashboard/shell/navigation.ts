import {
  Boxes,
  Building2,
  ChartColumn,
  Code,
  Layers,
  Images,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  Sparkles,
  Workflow,
} from "lucide-react";

import type { Permission } from "#contract/use-permissions.ts";
import type { Words } from "#words/words.ts";

/** Pages of the rail, in its order. `key` follows `g` on the keyboard. A phone shows the main ones, and the others under "More". */
export const navigation = [
  {
    to: "/create",
    label: ({ shell }: Pick<Words, "shell">) => shell.create,
    key: "c",
    icon: Sparkles,
    isMain: true,
  },
  {
    to: "/library",
    label: ({ shell }: Pick<Words, "shell">) => shell.library,
    key: "l",
    icon: Images,
    isMain: true,
  },
  {
    to: "/jobs",
    label: ({ shell }: Pick<Words, "shell">) => shell.jobs,
    key: "j",
    icon: ListChecks,
    isMain: true,
  },
  {
    to: "/models",
    label: ({ shell }: Pick<Words, "shell">) => shell.models,
    key: "m",
    icon: Boxes,
  },
  {
    to: "/batches",
    label: ({ shell }: Pick<Words, "shell">) => shell.batches,
    key: "b",
    icon: Layers,
  },
  {
    to: "/pipelines",
    label: ({ shell }: Pick<Words, "shell">) => shell.pipelines,
    key: "p",
    icon: Workflow,
  },
  {
    to: "/conversations",
    label: ({ shell }: Pick<Words, "shell">) => shell.conversations,
    key: "t",
    icon: MessagesSquare,
    isMain: true,
  },
  {
    to: "/usage",
    label: ({ shell }: Pick<Words, "shell">) => shell.usage,
    key: "u",
    icon: ChartColumn,
  },
  {
    to: "/developers",
    label: ({ shell }: Pick<Words, "shell">) => shell.developers,
    key: "d",
    icon: Code,
  },
  {
    to: "/organization",
    label: ({ shell }: Pick<Words, "shell">) => shell.organization,
    key: "o",
    icon: Building2,
  },
  {
    to: "/admin/providers",
    label: ({ shell }: Pick<Words, "shell">) => shell.admin,
    key: "a",
    icon: ShieldCheck,
    needs: "admin:providers",
  },
] as const satisfies readonly {
  readonly to: string;
  readonly label: (words: Pick<Words, "shell">) => string;
  readonly key: string;
  readonly icon: LucideIcon;
  readonly isMain?: true;
  /** Permission without which the page is not shown. */
  readonly needs?: Permission;
}[];
