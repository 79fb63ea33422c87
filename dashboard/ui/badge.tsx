import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

import styles from "./badge.module.css";
import tones from "./tones.module.css";

export type BadgeTone = "neutral" | "accent" | "good" | "warning" | "danger";

/** Short state in words; the colour repeats what the words say. */
export function Badge({
  tone = "neutral",
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles.badge, tones[tone])}>{children}</span>;
}
