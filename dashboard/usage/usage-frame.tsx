import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { Page, type PageProps } from "#ui/page.tsx";
import * as creditsTexts from "#words/en/credits.ts";
import * as usageTexts from "#words/en/usage.ts";
import { useWords } from "#words/words.ts";

/** Frame of the pages about usage and credits. */
export function UsageFrame({ title, actions, children }: PageProps) {
  const { usage, credits } = useWords(creditsTexts, usageTexts);
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
