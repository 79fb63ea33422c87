import "./reload-after-upgrade.ts";
import type { ReactNode } from "react";

import { restoreSession } from "#contract/session.ts";
import { findSignInMethods, type SignInMethods } from "#contract/sign-in-methods.ts";
import { ForgotPasswordPage } from "#sign-in/forgot-password-page.tsx";
import { RegisterPage } from "#sign-in/register-page.tsx";
import { ResetPasswordPage } from "#sign-in/reset-password-page.tsx";
import { SignInPage } from "#sign-in/sign-in-page.tsx";
import { VerifyEmailPage } from "#sign-in/verify-email-page.tsx";
import { loadLanguage } from "#words/words.ts";

import { showPage } from "./show-page.tsx";

/** Pages without a session: a document of their own, without the router and the shell (`api/dashboard/load-build.ts`). */
const pages: Readonly<Record<string, (methods: SignInMethods | null) => ReactNode>> = {
  "/register": () => <RegisterPage />,
  "/forgot-password": () => <ForgotPasswordPage />,
  "/reset-password": () => <ResetPasswordPage />,
  "/verify-email": () => <VerifyEmailPage />,
};

void restoreSession().catch(() => undefined);
// The methods decide which buttons the page has; later ones would move what is under the pointer.
const [methods] = await Promise.all([
  findSignInMethods(),
  loadLanguage(document.documentElement.lang),
]);
showPage(pages[location.pathname]?.(methods) ?? <SignInPage methods={methods} />);
