import { Check } from "lucide-react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components";

import styles from "./checkbox.module.css";

export function Checkbox({
  children,
  isLabelHidden = false,
  ...props
}: Omit<CheckboxProps, "children"> & {
  readonly children: string;
  /** Only screen readers tell the label, because the place of the box says it already. */
  readonly isLabelHidden?: boolean;
}) {
  return (
    <AriaCheckbox {...props} className={styles.checkbox ?? ""}>
      <span className={styles.box} aria-hidden>
        <Check size={14} strokeWidth={3} />
      </span>
      {isLabelHidden ? <span className="visually-hidden">{children}</span> : children}
    </AriaCheckbox>
  );
}
