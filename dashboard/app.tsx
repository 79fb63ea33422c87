import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "#contract/queries.ts";
import { loadLanguage } from "#words/words.ts";

import { router } from "./router.tsx";
import { showPage } from "./show-page.tsx";

/** Shows the page of a signed-in person, at once complete, in the language of the document. */
export async function startApp(): Promise<void> {
  await Promise.all([loadLanguage(document.documentElement.lang), loadPage()]);
  showPage(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** A navigation removes parameters that the page does not know from the URL; a list would send them to the API, which refuses them. */
async function loadPage(): Promise<void> {
  if (location.search === "") await router.load();
  else await router.navigate({ to: ".", search: true, hash: true, replace: true });
}
