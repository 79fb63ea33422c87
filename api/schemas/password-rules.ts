import { dictionary } from "@zxcvbn-ts/language-common";

/** Most common passwords, in lower case. */
const commonPasswords = new Set<string>(dictionary["passwords-common"]);
const productNames = new Set(["generativemediaengine", "generativemedia", "mediaengine"]);

/** Returns true for a common password, or one that consists of this product's name. */
export function isCommonPassword(password: string): boolean {
  const word = password.normalize("NFKC").toLowerCase().trim();
  return commonPasswords.has(word) || productNames.has(word.replaceAll(/[^\p{L}]/gu, ""));
}

/** Returns true for the email address or its local part, ignoring punctuation and case. */
export function isAddress(password: string, email: string): boolean {
  const word = lettersOf(password);
  const [name = ""] = email.split("@");
  return word !== "" && [email, name].some((part) => lettersOf(part) === word);
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
