import { expect, test } from "vitest";

import { toCurl } from "#contract/request-code.ts";

import { draftOfCurl } from "./draft-of-curl.ts";
import { type Draft, toRequest } from "./draft.ts";

const drafts: readonly Draft[] = [
  { text: `a fox's "den" \\ at night`, files: [], fields: null, key: "key-1" },
  {
    text: "a red fox",
    files: [{ id: "ast_1", name: "image", kind: "image", assetId: "ast_1" }],
    fields: {
      capability: "image-to-image",
      parameters: { seed: 4, negativePrompt: "it's fog" },
      model: "flux-2-pro",
    },
    key: "key-1",
  },
];

test.each(drafts)("the curl command of $text is read as the same request", (draft) => {
  const request = toRequest(draft);
  if (request === null) throw new Error("the draft is complete");
  const curl = toCurl("http://localhost:8080", { method: "POST", ...request });

  expect(draftOfCurl(curl, "key-1")).toEqual(draft);
});

test("a body in double quotes is read, too", () => {
  const curl = String.raw`curl http://localhost/v1/chat --json "{\"message\": \"a fox for \$5\"}"`;

  expect(draftOfCurl(curl, "key-1")?.text).toBe("a fox for $5");
});

test.each([
  "a curl of red hair",
  "curl http://localhost/v1/account",
  "curl -d '{' http://localhost/v1/chat",
  "curl -d 'null' http://localhost/v1/chat",
  `curl -d '{"message": "x", "inputs": 1}' http://localhost/v1/chat`,
  `curl -d '{"name": "a key"}' http://localhost/v1/api-keys`,
])("%s stays a text", (text) => {
  expect(draftOfCurl(text, "key-1")).toBeNull();
});
