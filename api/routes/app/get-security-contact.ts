import { defineRoute } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

/** RFC 9116, 2.5.5 recommends less than a year; each response renews it. */
const validDays = 180;
const dayMs = 86_400_000;

export const getSecurityContact = defineRoute({
  method: "get",
  path: "/.well-known/security.txt",
  operationId: "getSecurityContact",
  summary: "Retrieve the contact for abuse and vulnerabilities",
  description: "As RFC 9116 defines. 404 without `ABUSE_EMAIL`.",
  tags: ["Documentation"],
  access: "public",
  status: 200,
  response: { media: { "text/plain": "Fields of RFC 9116." } },
  errors: ["route_not_found"],
  async handle(_input, { settings: { abuseEmail, publicUrl }, now }) {
    if (abuseEmail === null) throw new AppError("route_not_found");
    const fields = [
      `Contact: mailto:${encodeURI(abuseEmail)}`,
      `Expires: ${expiryOf(now())}`,
      "Preferred-Languages: en, de",
      // RFC 9116, 2.5.2 allows no other scheme.
      ...(publicUrl.startsWith("https://")
        ? [`Canonical: ${publicUrl}/.well-known/security.txt`]
        : []),
    ];
    return {
      status: 200,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: `${fields.join("\n")}\n`,
    };
  },
});

/** The same value for a day, so that the file does not change with each request. */
function expiryOf(now: Date): string {
  const day = Math.floor(now.getTime() / dayMs);
  return new Date((day + validDays) * dayMs).toISOString();
}
