import { Link, useLocation } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";

import { classNames } from "#ui/class-names.ts";
import { useWords } from "#words/words.ts";

import { useNavigation } from "./use-navigation.ts";

import styles from "./rail.module.css";

const MoreSheet = lazy(async () => import("./more-sheet.tsx"));

/** Navigation at the side of the page; on a phone a bar below it, with the main pages and "More". */
export function Rail() {
  const words = useWords();
  const navigation = useNavigation();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const { pathname } = useLocation();
  const others = navigation.filter((entry) => !("isMain" in entry));
  const isOther = others.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav aria-label={words.shell.navigation} className={styles.rail}>
      <Link to="/create" className={styles.brand} aria-label={words.product}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>Media Engine</span>
      </Link>
      <ul className={styles.list}>
        {navigation.map((entry) => {
          const { to, label, icon: Icon } = entry;
          return (
            <li key={to} className={"isMain" in entry ? "" : styles.other}>
              <Link to={to} className={styles.link} activeProps={{ className: styles.active }}>
                <Icon size={18} aria-hidden />
                <span className={styles.label}>{label(words)}</span>
              </Link>
            </li>
          );
        })}
        <li className={styles.more}>
          <Button
            aria-haspopup="dialog"
            className={classNames(styles.link, isOther && styles.active)}
            onPress={() => setIsMoreOpen(true)}
          >
            <Ellipsis size={18} aria-hidden />
            <span className={styles.label}>{words.shell.more}</span>
          </Button>
        </li>
      </ul>
      <Suspense>
        {isMoreOpen && <MoreSheet entries={others} onClose={() => setIsMoreOpen(false)} />}
      </Suspense>
    </nav>
  );
}
