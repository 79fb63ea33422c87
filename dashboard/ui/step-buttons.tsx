import { ChevronLeft, ChevronRight } from "lucide-react";

import { Button } from "./button.tsx";

interface Step {
  readonly label: string;
  /** Undefined at the end of the series. */
  readonly onPress: (() => void) | undefined;
}

/** Two buttons that go back and on in a series. */
export function StepButtons({
  back,
  on,
  iconSize = 16,
}: {
  readonly back: Step;
  readonly on: Step;
  readonly iconSize?: number;
}) {
  const steps = [
    { ...back, Icon: ChevronLeft },
    { ...on, Icon: ChevronRight },
  ];
  return steps.map(({ label, onPress, Icon }) => (
    <Button
      key={label}
      look="quiet"
      isIcon
      aria-label={label}
      isDisabled={onPress === undefined}
      onPress={() => onPress?.()}
    >
      <Icon size={iconSize} aria-hidden />
    </Button>
  ));
}
