/** What is shorter hides nothing, and would take parts out of words. */
const keyCharactersMin = 6;

/**
 * Takes keys out of text, whoever put them there: the last of several guards, because adapters hide
 * theirs. Addresses and regions are settings, too, and no secrets.
 */
export function hideKeys(settings: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(settings)
    .filter(([name]) => !name.endsWith("_URL") && !name.endsWith("_LOCATION"))
    .flatMap(([, value]) => [value, ...value.split(",").map((key) => key.trim())])
    // As it stands in JSON, too.
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= keyCharactersMin)
    .toSorted((left, right) => right.length - left.length);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[key]"), text);
}
