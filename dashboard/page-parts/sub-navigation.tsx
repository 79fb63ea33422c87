import { Link, type LinkProps } from "@tanstack/react-router";

import styles from "./page-parts.module.css";

export interface SubLink {
  readonly to: LinkProps["to"] & string;
  readonly text: string;
  /** Does not count as the current page on pages below its path. */
  readonly isExact?: boolean;
}

/** Links between the pages of one area. */
export function SubNavigation({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly SubLink[];
}) {
  return (
    <nav aria-label={label} className={styles.links} ref={showCurrent}>
      {links.map(({ to, text, isExact = false }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** On a narrow screen the links scroll, and the current page may be the last one. */
function showCurrent(nav: HTMLElement | null): void {
  nav
    ?.querySelector('[aria-current="page"]')
    ?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
