import { Check } from "lucide-react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components";

import styles from "./checkbox.module.css";

export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, "children"> & { readonly children: string }) {
  return (
    <AriaCheckbox {...props} className={styles.checkbox ?? ""}>
      <span className={styles.box} aria-hidden>
        <Check size={14} strokeWidth={3} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
