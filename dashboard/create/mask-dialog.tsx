import { useQuery } from "@tanstack/react-query";
import { type Dispatch, useState } from "react";

import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import { useWrite } from "#contract/use-write.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toLocalUrl } from "#viewers/local-url.ts";
import { MaskPainter } from "#viewers/mask/mask-painter.tsx";
import * as maskTexts from "#words/en/mask.ts";
import { useWords } from "#words/words.ts";

import type { DraftAction, DraftFile } from "./draft.ts";

/** Paints the mask of an image and adds it to the draft. */
export default function MaskDialog({
  image: { name, assetId = "" },
  change,
  onClose,
}: {
  readonly image: DraftFile;
  readonly change: Dispatch<DraftAction>;
  readonly onClose: () => void;
}) {
  const { mask, actions } = useWords(maskTexts);
  const [painted, setPainted] = useState<HTMLCanvasElement | null>(null);
  const asset = useQuery(read("getAsset", { path: { assetId } }));
  const save = useWrite(
    async () => {
      const form = new FormData();
      form.append("name", mask.name(name));
      if (painted !== null) form.append("file", await toPng(painted), "mask.png");
      return engine.request("createAsset", { body: form });
    },
    {
      stale: ["listLibrary"],
      onDone: ({ assetId: id }) => {
        change({
          type: "add-file",
          file: { id, name: mask.name(name), kind: "mask", assetId: id },
        });
        change({ type: "set-fields", fields: { capability: "inpainting", parameters: {} } });
        onClose();
      },
    },
  );
  return (
    <Dialog
      title={mask.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button
            look="primary"
            isDisabled={painted === null}
            isPending={save.isSending}
            onPress={() => save.send(undefined)}
          >
            {mask.use}
          </Button>
        </>
      }
    >
      <p>{mask.text}</p>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      {asset.data === undefined ? (
        <Skeleton height="20rem" />
      ) : (
        <MaskPainter url={toLocalUrl(asset.data.url)} onChange={setPainted} />
      )}
    </Dialog>
  );
}

async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the mask could not be encoded"));
      else resolve(blob);
    }, "image/png");
  });
}
