/** Places that the scenery of a place shows in addition. */
const covered: Readonly<Record<string, readonly string[]>> = {
  lake: ["mountains", "forest", "meadow"],
  beach: ["sea", "sky"],
  sea: ["beach"],
  meadow: ["mountains", "forest", "lake"],
  mountains: ["meadow", "forest", "lake"],
  forest: ["meadow", "lake", "mountains"],
  jungle: ["forest", "lake"],
  table: ["room"],
  room: ["table"],
  arctic: ["sea", "mountains"],
  underwater: ["sea"],
};

/** Lists the words of further places, of which an image shows one. */
export function otherPlaces(
  places: readonly (readonly [setting: string, words: string])[],
): string[] {
  const [first] = places.filter(([setting]) => setting !== "sky");
  if (!first) return [];
  return places.flatMap(([setting, words]) => {
    const isShown =
      setting === "sky" || setting === first[0] || covered[first[0]]?.includes(setting);
    return isShown ? [] : [words];
  });
}
