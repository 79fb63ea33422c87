import type { Input } from "@gme/client";
import { useMutation } from "@tanstack/react-query";
import type { Dispatch } from "react";

import { toProblem } from "#contract/to-problem.ts";
import { uploadFile } from "#contract/upload-file.ts";

import type { DraftAction } from "./draft.ts";
import { newKey } from "./use-draft.ts";

/** Uploads a file as an asset and adds it to the draft. A file that is refused leaves the draft. */
export function useUpload(change: Dispatch<DraftAction>) {
  const { mutate, error } = useMutation({
    mutationFn: async ({ id, file }: { id: string; file: File }) => {
      change({ type: "add-file", file: { id, name: file.name, kind: kindOf(file) } });
      change({ type: "file-uploaded", id, assetId: await uploadFile(file) });
    },
    onError: (_error, { id }) => change({ type: "remove-file", id }),
  });
  return {
    upload: (file: File) => mutate({ id: newKey(), file }),
    problem: error === null ? null : toProblem(error),
  };
}

function kindOf({ type }: File): Input["kind"] {
  if (type.startsWith("video/")) return "video";
  return type.startsWith("audio/") ? "audio" : "image";
}
