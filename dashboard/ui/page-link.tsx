import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { afterFrame } from "./after-frame.ts";
import { followInPage } from "./follow-in-page.ts";

/**
 * Link to a page whose URL is known. The router's own link computes its URL again after each navigation, which for all links of
 * a page delays the next frame.
 */
export function PageLink({
  href,
  isCurrent = false,
  className,
  "aria-label": label,
  children,
}: {
  readonly href: string;
  readonly isCurrent?: boolean;
  readonly className: string | undefined;
  readonly "aria-label"?: string;
  readonly children: ReactNode;
}) {
  const router = useRouter();
  // A press that begins to load the page takes 70 ms of a slow processor, before the next frame.
  const preload = () =>
    afterFrame(() => {
      // A press reports what fails.
      router.preloadRoute({ to: href.replace(/\?.*/, "") }).catch(() => undefined);
    });
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      className={className}
      onClick={(event) => followInPage(event, () => router.history.push(href))}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  );
}
