/** Plurals of English nouns that no rule of endings gives, with their singular. */
export const irregularPlurals: Readonly<Record<string, string>> = {
  children: "child",
  people: "person",
  geese: "goose",
  mice: "mouse",
  oxen: "ox",
  loaves: "loaf",
  cacti: "cactus",
};
