import { z } from "zod";

/** `checkWebhookUrl` checks the URL against the settings of the deployment. */
export const webhookUrlSchema = z
  .url({
    protocol: /^https?$/,
    error: ({ code }) => (code === "invalid_format" ? "Must be an https URL" : undefined),
  })
  .max(2_048)
  .refine(hasNoCredentials, {
    message: "Must not contain a user name or password",
    params: { code: "credentials_in_address" },
  });

function hasNoCredentials(address: string): boolean {
  // `URL.canParse` accepts some URLs with long host names that `new URL` refuses.
  const url = URL.parse(address);
  return url === null || (url.username === "" && url.password === "");
}
