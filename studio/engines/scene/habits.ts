export type Habitat =
  | "ground"
  | "air"
  | "afloat"
  | "underwater"
  | "space"
  | "tabletop"
  | "building"
  | "light";
export type Motion = "hop" | "bob" | "fly" | "drive" | "swim" | "float" | "sway" | "still";

/** Habitat, size and motion of a subject in a scene. `size` is its height in shares of the common unit. */
export interface Habit {
  readonly habitat: Habitat;
  readonly size: number;
  readonly motion: Motion;
  /** True when the art faces left, so that it must be flipped to move right. */
  readonly facesLeft: boolean;
}

const groups: readonly (readonly [string, Habitat, number, Motion])[] = [
  ["🦅🦇🕊🪿", "air", 0.5, "fly"],
  ["🐦🦜🦋🐝🦟🪰🐞", "air", 0.34, "fly"],
  ["✈🛩🚁🎈🛸🪂🛫🛬🪁", "air", 0.6, "float"],
  ["🐉🐲🧚🦸👼🦹", "air", 0.85, "float"],
  ["⛵🚢🚤🛥⛴🛳🛶🦆🦢🏄🚣", "afloat", 0.7, "bob"],
  ["🐟🐠🐡🦐🦑🦀🦞🐚🪸", "underwater", 0.42, "swim"],
  ["🐬🦈🐙🪼🐢🧜🦭", "underwater", 0.66, "swim"],
  ["🐳🐋", "underwater", 0.95, "swim"],
  ["🚀🪐🛰🌍🌎🌏☄", "space", 0.8, "float"],
  ["🏠🏡🛖🏚⛪🕌🛕🏫🏥🏦🏨🏪⛩🏛⛺🎪🎠💒", "building", 1, "still"],
  ["🗽", "building", 0.85, "still"],
  ["🏰🏯🗼🌋🎡🎢🏭🏢🏬🏗🕍", "building", 1.35, "still"],
  ["🌲🌳🌴🎄", "building", 1.15, "sway"],
  ["🌵⛲🪨🌾🌽", "ground", 0.75, "still"],
  ["🌹🌷🌻🌸🌺🌼🌱🪴🍄☘🍀🪻🪷💐", "ground", 0.55, "sway"],
  ["🚗🏎🚕🚌🚎🚓🚑🚒🚙🛻🚐🚚🚛🚜🚲🏍🛵🚂🚋🚃🚄🚅🚆🚇🛺🛴", "ground", 0.62, "drive"],
  ["🐘🦒🦕🦖🦣🐎🐪🐫🦬🐂🐃🐄🦏🦛🦍🐊", "ground", 0.92, "bob"],
  ["🐈🐕🐖🐑🐐🦌🦓🐅🐆🐩🦮🐒🐓🐔🦃🦚🦩🐍🦎🦘🦙", "ground", 0.62, "bob"],
  ["🦊🐺🐻🐼🐨🦁🐯🐰🐮🐷🐸🦄🐵🫎🐴🦝🐗", "ground", 0.86, "hop"],
  ["🐱🐶🐧🦉🐹🐭", "ground", 0.66, "hop"],
  ["🐁🐀🐿🦔🐣🐤🐥🐌🐛🐜🪲🦗🕷🦂🐇🦫🦡🦨🦦🦥", "ground", 0.38, "bob"],
  ["👶", "ground", 0.5, "hop"],
  ["👦👧🧒", "ground", 0.76, "hop"],
  ["👽👻🤖⛄☃", "ground", 0.9, "hop"],
  ["🍓🍒🫐🍪🌰🥜🫘🫒🥚🍬🧈🪙💍💊🔑🗝🎲🪡🩰🧊", "tabletop", 0.3, "still"],
  [
    "🍎🍏🍊🍋🍐🍑🥝🥭🍅🥔🧅🧄🥕🌽🌶🥑🧁🍩🥐☕🍵🥛🍷🍸🍺🥤🧋📱⌚👓🕶🔔⚾🎾🥎",
    "tabletop",
    0.44,
    "still",
  ],
  ["🛋🛏🛁🎹🚪🪟🚽🛒🪞🪜", "ground", 0.8, "still"],
  ["🪑🥁📺🪦", "ground", 0.6, "still"],
  ["🚏🚦🛑", "ground", 0.7, "still"],
  ["🧳🎒📦🧺🪣", "ground", 0.45, "still"],
  ["🔥", "light", 0.5, "sway"],
  ["🏮🕯💡🪔", "light", 0.4, "sway"],
];

const habitByEmoji = new Map<string, Omit<Habit, "facesLeft">>(
  groups.flatMap(([emojis, habitat, size, motion]) =>
    Array.from(new Intl.Segmenter().segment(emojis), ({ segment }) => {
      return [baseOf(segment), { habitat, size, motion }] as const;
    }),
  ),
);

const drawnHabits: Readonly<Record<string, Omit<Habit, "facesLeft">>> = {
  "@bridge": { habitat: "afloat", size: 0.5, motion: "still" },
  "@campfire": { habitat: "light", size: 0.5, motion: "sway" },
  "@cliff": { habitat: "building", size: 0.72, motion: "still" },
  "@cottage": { habitat: "building", size: 0.85, motion: "still" },
  "@fence": { habitat: "ground", size: 0.38, motion: "still" },
  "@igloo": { habitat: "building", size: 0.6, motion: "still" },
  "@island": { habitat: "afloat", size: 0.62, motion: "still" },
  "@knight": { habitat: "ground", size: 0.98, motion: "hop" },
  "@lighthouse": { habitat: "building", size: 1.5, motion: "still" },
  "@pirate-ship": { habitat: "afloat", size: 1.15, motion: "bob" },
  "@sofa": { habitat: "ground", size: 0.72, motion: "still" },
  "@tent": { habitat: "building", size: 0.55, motion: "still" },
  "@tower": { habitat: "building", size: 1.4, motion: "still" },
  "@wizard-hat": { habitat: "tabletop", size: 0.5, motion: "still" },
  "@santa-hat": { habitat: "tabletop", size: 0.4, motion: "still" },
  "@party-hat": { habitat: "tabletop", size: 0.4, motion: "still" },
  "@cowboy-hat": { habitat: "tabletop", size: 0.35, motion: "still" },
  "@chef-hat": { habitat: "tabletop", size: 0.4, motion: "still" },
  "@paper-plane": { habitat: "air", size: 0.4, motion: "float" },
  "@waterfall": { habitat: "afloat", size: 1.2, motion: "still" },
  "@windmill": { habitat: "building", size: 1.3, motion: "still" },
};

/** Habitats and sizes of rendered solids; other solids are things on the ground. */
const solidHabits: Readonly<Record<string, readonly [Habitat, number]>> = {
  spaceship: ["space", 0.5],
  "rocking-chair": ["ground", 0.8],
  bench: ["ground", 0.55],
  armchair: ["ground", 0.62],
  piano: ["ground", 0.75],
  fireplace: ["ground", 0.95],
  fridge: ["ground", 1.1],
  stove: ["ground", 0.66],
  bathtub: ["ground", 0.58],
  branch: ["air", 0.3],
  plate: ["tabletop", 0.32],
  bowl: ["tabletop", 0.36],
  box: ["ground", 0.46],
  fishbowl: ["tabletop", 0.62],
  vase: ["tabletop", 0.6],
  bottle: ["tabletop", 0.72],
  potion: ["tabletop", 0.5],
  glass: ["tabletop", 0.56],
  book: ["tabletop", 0.24],
  ball: ["ground", 0.34],
  "beach-ball": ["ground", 0.4],
  "rubber-duck": ["tabletop", 0.46],
  "candy-cane": ["tabletop", 0.6],
  "ice-cream-with-sprinkles": ["tabletop", 0.66],
  "cake-with-cherries": ["tabletop", 0.6],
  "cake-with-strawberries": ["tabletop", 0.6],
  "pizza-with-olives": ["tabletop", 0.24],
  "pizza-with-mushrooms": ["tabletop", 0.24],
  "pizza-with-basil": ["tabletop", 0.24],
  "chess-pawn": ["tabletop", 0.6],
  "chess-knight": ["tabletop", 0.66],
  blackboard: ["ground", 0.8],
  "office-desk": ["ground", 0.55],
  toilet: ["ground", 0.5],
  table: ["ground", 0.55],
  stool: ["ground", 0.5],
  bookshelf: ["ground", 1.15],
  lamp: ["ground", 0.62],
  "market-stall": ["building", 0.75],
  "fire-hydrant": ["ground", 0.45],
  "street-lamp": ["building", 1.1],
  cafe: ["building", 0.95],
  "town-house": ["building", 1.15],
  barn: ["building", 0.85],
  "eiffel-tower": ["building", 1.6],
  "clock-tower": ["building", 1.6],
  "swing-set": ["building", 0.7],
  signpost: ["ground", 0.8],
  pyramid: ["building", 0.9],
  tavern: ["building", 0.95],
  skyscraper: ["building", 1.5],
  "treasure-chest": ["ground", 0.5],
  barrel: ["ground", 0.55],
  cauldron: ["ground", 0.55],
  "wishing-well": ["ground", 0.8],
  mailbox: ["ground", 0.6],
  treehouse: ["building", 1.25],
  submarine: ["underwater", 0.5],
  skateboard: ["ground", 0.3],
  "office-chair": ["ground", 0.7],
  wardrobe: ["ground", 1.1],
  "traffic-cone": ["ground", 0.4],
};

const peoplePattern =
  /^[\u{1F466}-\u{1F478}\u{1F47C}\u{1F481}-\u{1F487}\u{1F9B8}-\u{1F9DF}\u{1F934}-\u{1F936}\u{1F930}\u{1F385}\u{1F977}\u{1F575}\u{1F57A}\u{1F3C2}-\u{1F3CC}\u{1F6B4}-\u{1F6B6}\u{1F46E}\u{1F470}\u{1F483}]/u;
export function isPerson(emoji: string): boolean {
  return peoplePattern.test(emoji) || emoji.endsWith("🚀") || /^(🧑|👱|🥷|🧔|🧒|🧓)/u.test(emoji);
}

const facesLeft = new Set(
  Array.from(
    "🐈🐕🐎🦘🐘🐅🐆🐖🐄🐑🐐🐪🐫🦓🦒🦌🐒🐍🐢🐊🐁🐀🐿🦔🦕🦖🚗🚕🚌🚙🚚🚛🚜🚂🚃🚋🏎🏍🛵🚲🐳🐋🐟🐠🐡🦅🦆🦢🐓🦩🐩🦬🐂🐃🦏🦛🦃🚑🚒🚓🛻🚢⛴🚤🛥🐉🚁⛷",
  ),
);

export function habitOf(emoji: string): Habit {
  if (emoji === "@solid:hot-air-balloon") {
    return { habitat: "air", size: 0.95, motion: "float", facesLeft: false };
  }
  if (emoji.startsWith("@solid:")) {
    const [habitat, size] = solidHabits[emoji.slice("@solid:".length)] ?? ["ground", 0.6];
    return { habitat, size, motion: "still", facesLeft: false };
  }
  const drawn = drawnHabits[emoji];
  if (drawn) return { ...drawn, facesLeft: false };
  const base = baseOf(emoji);
  const turned = facesLeft.has(base);
  const known = habitByEmoji.get(base);
  if (known) return { ...known, facesLeft: turned };
  if (isPerson(emoji)) {
    return { habitat: "ground", size: 0.95, motion: "hop", facesLeft: turned };
  }
  return { habitat: "tabletop", size: 0.62, motion: "still", facesLeft: turned };
}

/** Strips skin tones, genders and presentation marks from an emoji. */
function baseOf(emoji: string): string {
  return String.fromCodePoint(emoji.codePointAt(0) ?? 0);
}
