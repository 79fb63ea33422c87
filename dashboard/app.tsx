import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "#contract/queries.ts";

import { router } from "./router.tsx";
import { showPage } from "./show-page.tsx";

/** Shows the pages of a signed-in person. */
export function startApp(): void {
  showPage(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
