/**
 * Fields of the URL's fragment, with which links in emails and sign-in links carry their tokens. They are removed
 * from the location bar and the history before anything else runs.
 */
export const fragment: ReadonlyMap<string, string> = takeFragment();

function takeFragment(): Map<string, string> {
  const fields = new Map(new URLSearchParams(location.hash.slice(1)));
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  return fields;
}
