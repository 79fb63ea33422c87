import { Migration0001Initial } from "./0001-initial.ts";
import { Migration0002SignIn } from "./0002-sign-in.ts";
import { Migration0003Organizations } from "./0003-organizations.ts";
import { Migration0004Mail } from "./0004-mail.ts";

/** In order. A migration that has run anywhere is never edited: the next one changes what it made. */
export const migrations = [
  { name: "0001-initial", class: Migration0001Initial },
  { name: "0002-sign-in", class: Migration0002SignIn },
  { name: "0003-organizations", class: Migration0003Organizations },
  { name: "0004-mail", class: Migration0004Mail },
];
