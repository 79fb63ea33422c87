import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

import type { CanvasProps } from "./canvas.tsx";

const Canvas = lazy(async () => import("./canvas.tsx"));

/** The graph of steps, whose library loads when it is first shown. */
export function StepGraph(props: CanvasProps) {
  return (
    <Suspense fallback={<Skeleton height="28rem" />}>
      <Canvas {...props} />
    </Suspense>
  );
}
