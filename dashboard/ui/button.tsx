import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";

import { classNames } from "./class-names.ts";

import styles from "./button.module.css";

export interface ButtonProps extends AriaButtonProps {
  readonly look?: "primary" | "secondary" | "quiet" | "danger";
  /** Shows only an icon; `aria-label` names the action. */
  readonly isIcon?: boolean;
  readonly isWide?: boolean;
}

export function Button({
  look = "secondary",
  isIcon = false,
  isWide = false,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={classNames(
        styles.button,
        styles[look],
        isIcon && styles.icon,
        isWide && styles.wide,
      )}
    />
  );
}
