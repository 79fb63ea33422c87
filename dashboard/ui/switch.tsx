import { Switch as AriaSwitch } from "react-aria-components";

import styles from "./switch.module.css";

export function Switch({
  isSelected,
  onChange,
  children,
}: {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: string;
}) {
  return (
    <AriaSwitch isSelected={isSelected} onChange={onChange} className={styles.switch ?? ""}>
      <span className={styles.track} aria-hidden />
      {children}
    </AriaSwitch>
  );
}
