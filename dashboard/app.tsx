import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "#contract/queries.ts";
import { loadLanguage } from "#words/words.ts";

import { router } from "./router.tsx";
import { showPage } from "./show-page.tsx";

/** Shows the pages of a signed-in person in the language of the document. */
export async function startApp(): Promise<void> {
  await loadLanguage(document.documentElement.lang);
  showPage(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
