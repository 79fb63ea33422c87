// One chunk for the pages without a session; the router loads them by name.
export { ForgotPasswordPage } from "./forgot-password-page.tsx";
export { RegisterPage } from "./register-page.tsx";
export { ResetPasswordPage } from "./reset-password-page.tsx";
export { SignInPage } from "./sign-in-page.tsx";
export { VerifyEmailPage } from "./verify-email-page.tsx";
