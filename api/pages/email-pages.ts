import { page } from "./pages.ts";

/**
 * Default pages for the links in emails, for deployments without a front end. The token is in the fragment,
 * which is not sent to a server, and only a click on the button uses it: email scanners that open links do
 * not consume it.
 */
const script = `
const facts = new URLSearchParams(location.hash.slice(1));
const form = document.querySelector("form");
const status = document.querySelector("output");
async function post(path, body, token) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: "Bearer " + token } : {}) },
    body: JSON.stringify(body),
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (response.ok) return answer;
  const reasons = (answer.errors ?? []).map((error) => error.message);
  throw new Error([answer.detail ?? answer.title, ...reasons].join(" "));
}
async function act(fields) {
  const token = facts.get("token");
  if (form.dataset.act === "accept") {
    const { accessToken } = await post("v1/auth/login", fields);
    const invitation = encodeURIComponent(facts.get("invitation"));
    await post("v1/invitations/" + invitation + "/accept", { token }, accessToken);
    return post("v1/auth/logout", {}, accessToken);
  }
  return post(form.dataset.act, { token, ...fields });
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  status.textContent = "…";
  try {
    const fields = Object.fromEntries(new FormData(form));
    await act("revokeApiKeys" in fields ? { ...fields, revokeApiKeys: true } : fields);
    form.hidden = true;
    status.textContent = form.dataset.done;
  } catch (error) {
    status.textContent = error.message;
  }
});`;

export const verifyEmailPage = actionPage({
  title: "Confirm your email address",
  act: "v1/auth/verify-email",
  fields: `<label>Password that you chose when you registered<br>
<input name="password" type="password" autocomplete="current-password" maxlength="128" required></label>
<p>If it is not accepted, ask for a new password with <code>POST /v1/auth/forgot-password</code>: that confirms the
address, too.</p>`,
  button: "Confirm email address",
  done: "Your email address is confirmed. Sign in with POST /v1/auth/login.",
});

export const resetPasswordPage = actionPage({
  title: "Choose a new password",
  act: "v1/auth/reset-password",
  fields: `<label>New password, 10 to 128 characters<br>
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="128" required></label>
<label><input name="revokeApiKeys" type="checkbox"> Revoke all my API keys. Programs that use them stop working.</label>`,
  button: "Change password",
  done: "Your password is changed and all sessions are ended. Sign in with POST /v1/auth/login.",
});

export const acceptInvitationPage = actionPage({
  title: "Accept the invitation",
  act: "accept",
  fields: `<p>Sign in with the account of the invited address; if there is none yet, register it first with
<code>POST /v1/auth/register</code>.</p>
<label>Address<br><input name="email" type="email" autocomplete="username" required></label>
<label>Password<br><input name="password" type="password" autocomplete="current-password" required></label>`,
  button: "Accept invitation",
  done: "You are a member now.",
});

function actionPage(words: {
  readonly title: string;
  readonly act: string;
  readonly fields: string;
  readonly button: string;
  readonly done: string;
}) {
  const { title, act, fields, button, done } = words;
  return page(
    `${title} · Generative Media Engine`,
    `<h1>${title}</h1>
<noscript><p>This page needs JavaScript.</p></noscript>
<form data-act="${act}" data-done="${done}">${fields}
<button>${button}</button></form>
<output></output>`,
    { script },
  );
}
