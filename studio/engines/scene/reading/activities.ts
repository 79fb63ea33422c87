/** Art of people in action: for a person, a man and a woman. */
const activities: Readonly<Record<string, readonly [string, string, string]>> = {
  running: ["🏃", "🏃‍♂️", "🏃‍♀️"],
  jogging: ["🏃", "🏃‍♂️", "🏃‍♀️"],
  walking: ["🚶", "🚶‍♂️", "🚶‍♀️"],
  strolling: ["🚶", "🚶‍♂️", "🚶‍♀️"],
  dancing: ["💃", "🕺", "💃"],
  dances: ["💃", "🕺", "💃"],
  swimming: ["🏊", "🏊‍♂️", "🏊‍♀️"],
  surfing: ["🏄", "🏄‍♂️", "🏄‍♀️"],
  climbing: ["🧗", "🧗‍♂️", "🧗‍♀️"],
  cycling: ["🚴", "🚴‍♂️", "🚴‍♀️"],
  biking: ["🚴", "🚴‍♂️", "🚴‍♀️"],
  rowing: ["🚣", "🚣‍♂️", "🚣‍♀️"],
  meditating: ["🧘", "🧘‍♂️", "🧘‍♀️"],
  juggling: ["🤹", "🤹‍♂️", "🤹‍♀️"],
  golfing: ["🏌️", "🏌️‍♂️", "🏌️‍♀️"],
  skiing: ["⛷️", "⛷️", "⛷️"],
  snowboarding: ["🏂", "🏂", "🏂"],
  kneeling: ["🧎", "🧎‍♂️", "🧎‍♀️"],
};

const men = new Set(["👨", "👦"]);
const women = new Set(["👩", "👧"]);
const persons = new Set(["🧑", "🧒"]);

/** Finds the art of a person who does what the verb says; undefined without one. */
export function findActivity(verb: string, person: string): string | undefined {
  const [anyone, man, woman] = activities[verb] ?? [];
  if (men.has(person)) return man;
  if (women.has(person)) return woman;
  return persons.has(person) ? anyone : undefined;
}
