import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { useCan } from "#contract/use-permissions.ts";
import { Button } from "#ui/button.tsx";
import * as shareTexts from "#words/en/share.ts";
import { useWords } from "#words/words.ts";

const ShareDialog = lazy(async () => import("./share-dialog.tsx"));

/** Opens the public links of a completed job. */
export function ShareJob({ jobId }: { readonly jobId: string }) {
  const { share } = useWords(shareTexts);
  const canShare = useCan("jobs:write");
  const [isOpen, setIsOpen] = useState(false);
  if (!canShare) return null;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <Share2 size={16} aria-hidden />
        {share.title}
      </Button>
      <Suspense>
        {isOpen && <ShareDialog jobId={jobId} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
