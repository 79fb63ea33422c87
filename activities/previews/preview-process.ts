import { setPriority } from "node:os";

import { makePreview } from "./make-preview.ts";
import type { PreviewAnswer, PreviewTask } from "./preview-task.ts";

/*
 * Decodes one file after the other, in a separate process: a file that crashes a decoder or fills the memory ends this
 * process instead of the worker.
 */

const residentBytesMax = 1024 ** 3;
const lookMs = 100;

// Jobs come first. ffmpeg inherits the priority.
setPriority(19);
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) endGroup();
}, lookMs).unref();
// The worker has ended.
process.on("disconnect", endGroup);
process.on("message", (task: PreviewTask) => {
  void answer(task);
});

async function answer(task: PreviewTask): Promise<void> {
  const made: PreviewAnswer = await makePreview(task).catch(() => null);
  process.send?.(made);
}

/** Ends ffmpeg, too: the process leads a group. */
function endGroup(): void {
  process.kill(-process.pid, "SIGKILL");
}
