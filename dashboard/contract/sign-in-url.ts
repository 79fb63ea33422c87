import { fragment } from "./fragment.ts";

const signInPath = "/sign-in";
const firstPath = "/create";
/** Fields of the fragment that the page after sign-in needs: those of an emailed invitation. */
const fieldsOfPage = ["invitation", "token"];
/** Fields with which an identity provider's refusal comes back. */
const fieldsOfRefusal = ["error", "errorDescription", "requestId"];

/** Opens the sign-in page, which comes back to this one. */
export function leaveToSignIn(): void {
  const url = new URL(signInPath, location.origin);
  url.searchParams.set("next", location.pathname + location.search);
  open(url, [...fieldsOfPage, ...fieldsOfRefusal]);
}

/** Leaves the sign-in page for the page that wanted the session, unless that is on another server. */
export function returnFromSignIn(): void {
  const next = new URLSearchParams(location.search).get("next") ?? firstPath;
  const url = URL.parse(next, location.origin);
  const isPage = url?.origin === location.origin && url.pathname !== signInPath;
  open(isPage ? url : new URL(firstPath, location.origin), fieldsOfPage);
}

function open(url: URL, fields: readonly string[]): void {
  url.hash = new URLSearchParams(
    [...fragment].filter(([name]) => fields.includes(name)),
  ).toString();
  location.replace(url);
}
