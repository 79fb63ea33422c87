import { useLocation } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";

import { classNames } from "#ui/class-names.ts";
import { PageLink } from "#ui/page-link.tsx";
import { useWords } from "#words/words.ts";

import { useNavigation } from "./use-navigation.ts";

import styles from "./rail.module.css";

const MoreSheet = lazy(async () => import("./more-sheet.tsx"));

/** Navigation at the side of the page; on a phone a bar below it, with the main pages and "More". */
export function Rail() {
  const words = useWords();
  const navigation = useNavigation();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const pathname = useLocation({ select: (location) => location.pathname });
  const others = navigation.filter((entry) => !("isMain" in entry));
  const isOpen = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  const isOther = others.some(({ to }) => isOpen(to));
  return (
    <nav aria-label={words.shell.navigation} className={styles.rail}>
      <PageLink
        href="/create"
        className={styles.brand}
        isCurrent={isOpen("/create")}
        aria-label={words.product}
      >
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>Media Engine</span>
      </PageLink>
      <ul className={styles.list}>
        {navigation.map((entry) => {
          const { to, label, icon: Icon } = entry;
          return (
            <li key={to} className={"isMain" in entry ? "" : styles.other}>
              <PageLink
                href={to}
                isCurrent={isOpen(to)}
                className={classNames(styles.link, isOpen(to) && styles.active)}
              >
                <Icon size={18} aria-hidden />
                <span className={styles.label}>{words.shell[label]}</span>
              </PageLink>
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
