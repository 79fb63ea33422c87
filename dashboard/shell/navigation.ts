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

/** Pages of the rail, in its order. `label` is a text of the shell; `key` follows `g` on the keyboard. A phone shows the main ones, and the others under "More". */
export const navigation = [
  {
    to: "/create",
    label: "create",
    key: "c",
    icon: Sparkles,
    isMain: true,
  },
  {
    to: "/library",
    label: "library",
    key: "l",
    icon: Images,
    isMain: true,
  },
  {
    to: "/jobs",
    label: "jobs",
    key: "j",
    icon: ListChecks,
    isMain: true,
  },
  {
    to: "/models",
    label: "models",
    key: "m",
    icon: Boxes,
  },
  {
    to: "/batches",
    label: "batches",
    key: "b",
    icon: Layers,
  },
  {
    to: "/pipelines",
    label: "pipelines",
    key: "p",
    icon: Workflow,
  },
  {
    to: "/conversations",
    label: "conversations",
    key: "t",
    icon: MessagesSquare,
    isMain: true,
  },
  {
    to: "/usage",
    label: "usage",
    key: "u",
    icon: ChartColumn,
  },
  {
    to: "/developers",
    label: "developers",
    key: "d",
    icon: Code,
  },
  {
    to: "/organization",
    label: "organization",
    key: "o",
    icon: Building2,
  },
  {
    to: "/admin/providers",
    label: "admin",
    key: "a",
    icon: ShieldCheck,
    needs: "admin:providers",
  },
] as const satisfies readonly {
  readonly to: string;
  readonly label: keyof Words["shell"];
  readonly key: string;
  readonly icon: LucideIcon;
  readonly isMain?: true;
  /** Permission without which the page is not shown. */
  readonly needs?: Permission;
}[];
