import { dictionary } from "@zxcvbn-ts/language-common";

/** What everybody tries first, in lower case. */
const commonPasswords = new Set<string>(dictionary["passwords-common"]);
const productNames = new Set(["generativemediaengine", "generativemedia", "mediaengine"]);

/** Whether it is on the list of those that everybody tries, or no more than this product's name. */
export function isCommonPassword(password: string): boolean {
  const word = password.normalize("NFKC").toLowerCase().trim();
  return commonPasswords.has(word) || productNames.has(word.replaceAll(/[^\p{L}]/gu, ""));
}

/** Whether it is the address, or the part of it that is the person's, with or without decoration. */
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
