import { useQuery } from "@tanstack/react-query";
import { Brush } from "lucide-react";
import { type Dispatch, lazy, Suspense, useState } from "react";

import { read } from "#contract/queries.ts";
import { Button } from "#ui/button.tsx";
import * as maskTexts from "#words/en/mask.ts";
import { useWords } from "#words/words.ts";

import type { DraftAction, DraftFile } from "./draft.ts";

import styles from "./file-list.module.css";

const MaskDialog = lazy(async () => import("./mask-dialog.tsx"));

/** Opens the painter for an image of the draft. A mask makes the request an inpainting. */
export function MaskButton({
  image,
  change,
}: {
  readonly image: DraftFile;
  readonly change: Dispatch<DraftAction>;
}) {
  const { mask } = useWords(maskTexts);
  const [isOpen, setIsOpen] = useState(false);
  const capabilities = useQuery(read("listCapabilities", {}));
  const inpainting = capabilities.data?.data.find(({ capability }) => capability === "inpainting");
  if (inpainting === undefined) return null;
  const isAvailable = inpainting.modelsAvailable > 0;
  return (
    <>
      <Button
        look="quiet"
        aria-label={mask.paint(image.name)}
        isDisabled={!isAvailable}
        onPress={() => setIsOpen(true)}
      >
        <Brush size={14} aria-hidden />
        {mask.open}
      </Button>
      {!isAvailable && <span className={styles.reason}>{mask.unavailable}</span>}
      {isOpen && (
        <Suspense>
          <MaskDialog image={image} change={change} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
