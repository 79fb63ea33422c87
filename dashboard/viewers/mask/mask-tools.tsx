import { Brush, Contrast, Eraser, Square, SquareDashed, Undo2 } from "lucide-react";
import { type FormEvent, useId } from "react";

import { Button } from "#ui/button.tsx";
import * as maskTexts from "#words/en/mask.ts";
import { useWords } from "#words/words.ts";

import type { MaskStep } from "./mask-steps.ts";

import styles from "./mask.module.css";

export type MaskTool = "brush" | "eraser";

const percent = 100;

/** Tools of the painter. The whole image and a rectangle in percent need no pointer. */
export function MaskTools({
  tool,
  onTool,
  size,
  onSize,
  canUndo,
  onUndo,
  onStep,
}: {
  readonly tool: MaskTool;
  readonly onTool: (tool: MaskTool) => void;
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
  readonly onStep: (step: MaskStep) => void;
}) {
  const { mask } = useWords(maskTexts);
  const sizeId = useId();
  return (
    <>
      <div role="toolbar" aria-label={mask.tools} className={styles.tools}>
        <Button aria-pressed={tool === "brush"} onPress={() => onTool("brush")}>
          <Brush size={16} aria-hidden />
          {mask.brush}
        </Button>
        <Button aria-pressed={tool === "eraser"} onPress={() => onTool("eraser")}>
          <Eraser size={16} aria-hidden />
          {mask.eraser}
        </Button>
        <label htmlFor={sizeId} className={styles.size}>
          {mask.size}
          <input
            id={sizeId}
            type="range"
            min={1}
            max={40}
            value={size * percent}
            onChange={({ target }) => onSize(target.valueAsNumber / percent)}
          />
        </label>
        <Button look="quiet" onPress={() => onStep({ type: "all" })}>
          <Square size={16} aria-hidden />
          {mask.all}
        </Button>
        <Button look="quiet" onPress={() => onStep({ type: "invert" })}>
          <Contrast size={16} aria-hidden />
          {mask.invert}
        </Button>
        <Button look="quiet" isDisabled={!canUndo} onPress={onUndo}>
          <Undo2 size={16} aria-hidden />
          {mask.undo}
        </Button>
      </div>
      <RectangleForm onStep={onStep} />
    </>
  );
}

function RectangleForm({ onStep }: { readonly onStep: (step: MaskStep) => void }) {
  const { mask } = useWords(maskTexts);
  const sides = [
    ["left", mask.left, 25],
    ["top", mask.top, 25],
    ["right", mask.right, 75],
    ["bottom", mask.bottom, 75],
  ] as const;
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The painter may be part of a dialog with its own form.
    event.stopPropagation();
    const fields = new FormData(event.currentTarget);
    const part = (name: string) => Number(fields.get(name)) / percent;
    onStep({
      type: "rectangle",
      from: { x: part("left"), y: part("top") },
      to: { x: part("right"), y: part("bottom") },
    });
  };
  return (
    <form aria-label={mask.rectangle} className={styles.rectangle} onSubmit={add}>
      {sides.map(([name, label, value]) => (
        <label key={name}>
          {label}
          <input type="number" name={name} min={0} max={percent} defaultValue={value} required />
        </label>
      ))}
      <Button type="submit">
        <SquareDashed size={16} aria-hidden />
        {mask.addRectangle}
      </Button>
    </form>
  );
}
