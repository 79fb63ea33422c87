/** The frame that a video shows, as a PNG of its full size. */
export async function drawFrame(video: HTMLVideoElement, name: string): Promise<File> {
  if (video.seeking) await new Promise((resolve) => video.addEventListener("seeked", resolve));
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const type = "image/png";
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  if (content === null) throw new Error("the frame is too large for a canvas");
  return new File([content], name, { type });
}
