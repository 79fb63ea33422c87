/** A shorter value is no secret, and hiding it would garble ordinary text. */
const keyCharactersMin = 6;

/**
 * Removes keys from text of any source: the last of several guards, because adapters hide their keys
 * themselves. URLs and regions are settings, too, but not secrets.
 */
export function hideKeys(settings: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(settings)
    .filter(([name]) => !name.endsWith("_URL") && !name.endsWith("_LOCATION"))
    .flatMap(([, value]) => [value, ...value.split(",").map((key) => key.trim())])
    // Also in its JSON-escaped form.
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= keyCharactersMin)
    .toSorted((left, right) => right.length - left.length);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[key]"), text);
}
