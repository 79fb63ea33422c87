/**
 * Returns true when an `Accept` header names the media type. A wildcard alone does not count: it is what
 * programs send that take anything.
 */
export function acceptsByName(accept: string | undefined, mediaType: string): boolean {
  return (accept ?? "").split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return name === mediaType && !parameters.some((one) => /^q\s*=\s*0(\.0*)?$/.test(one));
  });
}
