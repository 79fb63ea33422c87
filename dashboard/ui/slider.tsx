import { Slider as AriaSlider, SliderThumb, SliderTrack } from "react-aria-components";

import styles from "./slider.module.css";

/** Chooses a number between two bounds. A `NumberField` beside it shows and takes the exact value. */
export function Slider({
  label,
  value,
  minimum,
  maximum,
  step,
  isSet,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  /** False while the value is only the default. */
  readonly isSet: boolean;
  readonly onChange: (value: number) => void;
}) {
  const share = ((value - minimum) / (maximum - minimum)) * 100;
  return (
    <AriaSlider
      aria-label={label}
      value={value}
      minValue={minimum}
      maxValue={maximum}
      step={step}
      onChange={onChange}
      className={styles.slider ?? ""}
    >
      <SliderTrack className={styles.track ?? ""}>
        <span
          className={styles.fill}
          data-set={isSet || undefined}
          style={{ inlineSize: `${share}%` }}
        />
        <SliderThumb className={styles.thumb ?? ""} />
      </SliderTrack>
    </AriaSlider>
  );
}
