import { expect, test } from "vitest";

import { newKeySchema } from "./api-key.ts";
import { newAssetSchema } from "./asset.ts";
import { displayTextSchema, toDisplayText } from "./display-text.ts";
import { newOrganizationSchema } from "./organization.ts";
import { displayNameSchema } from "./sign-in.ts";

const hidden = [
  "\r\nBcc: x@example.org",
  "\u0000",
  "\u0085",
  "\u2028",
  "\u202Efdp.exe",
  "\u2067",
  "\u061C",
];
const names = ["Ada's studio", "株式会社 例", "שלום", "👩‍🎨 é"];

test.each(hidden)("refuses a name with %j, and removes the character from a file name", (text) => {
  const name = `Bank${text} of Foxes`;

  expect(displayTextSchema(100).safeParse(name).success).toBe(false);
  expect(displayTextSchema(100).safeParse(toDisplayText(name)).success).toBe(true);
});

test.each(names)("keeps the name %s unchanged", (name) => {
  expect(displayTextSchema(100).parse(name)).toBe(name);
});

test.each([
  ["a person", displayNameSchema, (name: string) => name],
  ["an organization", newOrganizationSchema, (name: string) => ({ name })],
  ["an API key", newKeySchema, (name: string) => ({ name })],
  ["an asset", newAssetSchema, (name: string) => ({ url: "https://example.org/a.png", name })],
])("applies to the name of %s", (_name, schema, toInput) => {
  expect(schema.safeParse(toInput("Fox")).success).toBe(true);
  expect(schema.safeParse(toInput("Fox\u202Egnp")).success).toBe(false);
});
