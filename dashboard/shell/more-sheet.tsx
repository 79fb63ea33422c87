import { Link } from "@tanstack/react-router";

import { Dialog } from "#ui/dialog.tsx";
import { useWords } from "#words/words.ts";

import type { useNavigation } from "./use-navigation.ts";

import styles from "./rail.module.css";

/** Pages that have no place in the bar of a phone. */
export default function MoreSheet({
  entries,
  onClose,
}: {
  readonly entries: ReturnType<typeof useNavigation>;
  readonly onClose: () => void;
}) {
  const words = useWords();
  return (
    <Dialog isSheet isOpen title={words.shell.more} onClose={onClose}>
      <ul className={styles.sheet}>
        {entries.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className={styles.entry}
              activeProps={{ className: styles.active }}
            >
              <Icon size={20} aria-hidden />
              {words.shell[label]}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
