import {
  CircleHelp,
  FileCog,
  GitBranch,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  Sparkles,
  Variable,
  Webhook,
  Workflow,
} from "lucide-react";

const icons: Readonly<Record<string, LucideIcon>> = {
  generate: Sparkles,
  transform: FileCog,
  map: ListOrdered,
  switch: GitBranch,
  approve: CircleHelp,
  read: MessageSquareText,
  write: PenLine,
  value: Variable,
  pipeline: Workflow,
  call: Webhook,
};

export function StepIcon({ kind }: { readonly kind: string }) {
  const Icon = icons[kind] ?? Sparkles;
  return <Icon size={16} aria-hidden />;
}
