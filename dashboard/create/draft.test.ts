import { expect, test } from "vitest";

import { changeDraft, type Draft, emptyDraft, toRequest } from "./draft.ts";

const draft = emptyDraft("key-1");

function written(text: string): Draft {
  return changeDraft(draft, { type: "write", text });
}

test("text is sent as a message to be parsed", () => {
  expect(toRequest(written("  a red fox  "))).toEqual({
    operationId: "createChatJob",
    path: "/v1/chat",
    body: { message: "a red fox", parseIntent: true },
  });
});

test("a corrected draft is sent as fields, without the values that were not set", () => {
  const fields = { capability: "text-to-image", parameters: {} } as const;
  const corrected = changeDraft(written("a red fox"), { type: "set-fields", fields });

  expect(toRequest(corrected)).toEqual({
    operationId: "createGeneration",
    path: "/v1/generations",
    body: { capability: "text-to-image", prompt: "a red fox" },
  });
});

test("nothing is sent while the draft is empty or a file is being uploaded", () => {
  const file = { id: "1", name: "fox.png", kind: "image" } as const;
  const uploading = changeDraft(written("make it brighter"), { type: "add-file", file });
  const uploaded = changeDraft(uploading, { type: "file-uploaded", id: "1", assetId: "ast_1" });

  expect(toRequest(written("   "))).toBeNull();
  expect(toRequest(uploading)).toBeNull();
  expect(toRequest(uploaded)?.body.inputs).toEqual([{ kind: "image", assetId: "ast_1" }]);
});

test("a draft that has been sent gets another Idempotency-Key and keeps its text", () => {
  const sent = changeDraft(written("a red fox"), { type: "sent", key: "key-2" });

  expect(sent).toMatchObject({ text: "a red fox", key: "key-2" });
});
