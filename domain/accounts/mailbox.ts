/** Domains of one provider, which ignores dots in the local part. */
const dotlessDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox that an email address is delivered to, as far as the text shows: without a suffix after
 * a plus sign, and without dots where the provider ignores them. Accounts are never merged by mailbox.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [local = ""] = email.slice(0, at).toLowerCase().split("+");
  if (local === "") return email.toLowerCase();
  if (dotlessDomains.has(domain)) return `${local.replaceAll(".", "")}@gmail.com`;
  return `${local}@${domain}`;
}
