import { useNavigate } from "@tanstack/react-router";

import { uploadFile } from "#contract/upload-file.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import type { FrameUse } from "#viewers/video/video-viewer.tsx";

/** Uploads a frame of a video and opens Create with it. Undefined for a person who cannot upload. */
export function useFrameAsInput(): FrameUse | undefined {
  const navigate = useNavigate();
  const canKeep = useCan("assets:write");
  const use = useWrite(async (draw: () => Promise<File>) => uploadFile(await draw()), {
    stale: ["listLibrary", "listAssets"],
    onDone: (input) => void navigate({ to: "/create", search: { input } }),
  });
  return canKeep ? use : undefined;
}
