import { Link } from "@tanstack/react-router";

import { useWords } from "#words/words.ts";

import { useNavigation } from "./use-navigation.ts";

import styles from "./rail.module.css";

export function Rail() {
  const words = useWords();
  const navigation = useNavigation();
  return (
    <nav aria-label={words.shell.navigation} className={styles.rail}>
      <Link to="/create" className={styles.brand} aria-label={words.product}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>Media Engine</span>
      </Link>
      <ul className={styles.list}>
        {navigation.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link} activeProps={{ className: styles.active }}>
              <Icon size={18} aria-hidden />
              {label(words)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
