import { habitOf, isPerson } from "#studio/engines/scene/habits.ts";
import { isAlive } from "#studio/engines/scene/holding.ts";

/** Parts that the art of a subject shows, after their colour where a prompt may name it. */
const partsOfArt: Readonly<Record<string, string>> = {
  "👧": "pigtails, ponytails, yellow hair, blonde hair",
  "👩": "long hair, yellow hair, blonde hair",
  "👵": "bun, grey hair, white hair",
  "👴": "grey hair, white hair, eyebrows",
  "🧔": "beard, orange beard, red beard, moustache, mustache",
  "🧙‍♂️": "beard, white beard, hat, pointed hat, robe",
  "🧙‍♀️": "hat, pointed hat",
  "🧑‍🎄": "hat, red hat",
  "👸": "crown, tiara, dress",
  "🤴": "crown",
  "🤵": "suit, black suit, bow tie, tuxedo",
  "👨‍💼": "suit, tie",
  "👩‍💼": "suit, blazer",
  "🧑‍🍳": "hat, white hat, apron",
  "👩‍🚀": "helmet, spacesuit, space suit",
  "🧜‍♀️": "tail, green tail, scales, yellow hair, blonde hair",
  "🧚‍♀️": "wings",
  "👼": "wings, halo",
  "🧛‍♂️": "cape, fangs",
  "🥷": "mask",
  "🤖": "antennas, antennae, blue eyes, screen, buttons",
  "⛄": "hat, scarf, carrot nose, carrot, buttons, arms, twigs",
  "🦁": "mane, brown mane",
  "🦄": "horn, mane, pink mane, purple mane",
  "🐎": "mane",
  "🦓": "stripes, black stripes, mane",
  "🐅": "stripes, black stripes",
  "🐯": "stripes, black stripes, whiskers",
  "🐆": "spots",
  "🦒": "spots, long neck, neck",
  "🐘": "trunk",
  "🦣": "trunk, tusks",
  "🦏": "horn",
  "🦌": "antlers",
  "🫎": "antlers",
  "🐏": "horns",
  "🐐": "horns",
  "🐂": "horns",
  "🐢": "shell",
  "🐌": "shell",
  "🦚": "feathers",
  "🦋": "wings",
  "🐝": "stripes, wings",
  "🐉": "scales",
  "🐙": "tentacles",
  "🦀": "claws",
  "🦞": "claws",
  "🌵": "arms",
  "🌻": "petals, yellow petals, stem, leaves",
  "🌹": "petals, red petals, stem, leaf, leaves",
  "🎄": "ornaments, baubles, star, decorations",
  "🍄": "spots, dots, white spots, white dots, red cap, cap",
  "🥞": "syrup, maple syrup, butter, chocolate sauce, plate",
  "🧇": "butter",
  "🍔": "lettuce, cheese, patty, bun, sesame seeds, sesame",
  "🌭": "mustard, bun, sausage",
  "🍕": "pepperoni, cheese, salami",
  "🌮": "lettuce, tomato, meat",
  "🥪": "lettuce, cheese, tomato",
  "🍝": "sauce, tomato sauce, fork",
  "🍜": "chopsticks, noodles",
  "🍣": "rice",
  "🎂": "candles, frosting, icing, sprinkles",
  "🍰": "cream, whipped cream, strawberry, frosting",
  "🧁": "frosting, icing, sprinkles",
  "🍩": "icing, glaze, sprinkles, frosting, chocolate",
  "🍦": "cone, waffle cone",
  "☕": "handle",
  "🍺": "foam",
  "🍹": "straw, lime",
  "🏠": "door, brown door, roof, red roof, chimney, window, windows",
  "🏡": "door, brown door, roof, red roof, chimney, window, windows, tree, bush",
  "@cottage": "door, roof, chimney, window, windows",
  "@solid:treehouse": "ladder, rope ladder, leaves, roof, window",
  "@windmill": "blades, sails",
  "⛪": "cross, steeple, door, windows",
  "🏰": "towers, flags, turrets",
  "⛵": "sail, sails, mast",
  "@pirate-ship": "sails, black sails, mast, flag, skull",
  "🚒": "ladder, wheels, lights",
  "🚗": "wheels, windows, headlights",
  "🚀": "fins, window",
  "🚲": "wheels",
  "🎸": "strings",
};

const personParts = "face, head, eyes, nose, mouth, smile, ears, hair, arms, legs, feet, clothes";
const animalParts = "face, head, eyes, nose, mouth, ears, tail, legs, paws, fur, snout, feet";
const birdParts = "face, head, eyes, beak, wings, feathers, tail, feet, legs";

/** Reports whether the art of a subject shows a part, in the colour that a prompt may name. */
export function hasPart(emoji: string, part: string, color?: string): boolean {
  const list = `${partsOfArt[emoji] ?? ""}, ${commonParts(emoji)}`.split(", ");
  if (color !== undefined) return list.includes(`${color} ${part}`);
  return list.some((name) => name === part || name.endsWith(` ${part}`));
}

function commonParts(emoji: string): string {
  if (isPerson(emoji)) return personParts;
  if (habitOf(emoji).motion === "fly") return birdParts;
  return isAlive(emoji) ? animalParts : "";
}
