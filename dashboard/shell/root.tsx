import { Outlet, useRouter } from "@tanstack/react-router";
import { RouterProvider } from "react-aria-components";

import { Toasts } from "#ui/toasts.tsx";

/** Outermost part of every page. Rows and items of menus that are links open through the router. */
export function Root() {
  const router = useRouter();
  return (
    <RouterProvider navigate={(href) => router.history.push(href)}>
      <Outlet />
      <Toasts />
    </RouterProvider>
  );
}
