import type { ReactNode } from "react";

import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { Page } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

/** Frame of the pages about usage and credits. */
export function UsageFrame({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { usage, credits } = useWords();
  return (
    <Page title={title} actions={actions}>
      <SubNavigation
        label={usage.title}
        links={[
          { to: "/usage", text: usage.title },
          { to: "/credits", text: credits.title },
        ]}
      />
      {children}
    </Page>
  );
}
