import { NumberField } from "#ui/number-field.tsx";
import { Slider } from "#ui/slider.tsx";

import type { ControlProps } from "./field-control.tsx";
import type { Field } from "./fields.ts";

import styles from "./schema-form.module.css";

/** With more values, a slider of a form's width cannot choose one of them. */
const sliderStepsMax = 500;
/** Steps of a slider whose values are not whole. */
const partsOfSlider = 100;

/** Number; with two near bounds also a slider. */
export function RangeField({
  label,
  hint,
  problem,
  value,
  onChange,
  field: { minimum, maximum, step, preset },
}: ControlProps & { readonly field: Extract<Field, { readonly widget: "number" }> }) {
  const number = typeof value === "number" ? value : undefined;
  const entry = (
    <NumberField
      label={label}
      hint={hint}
      value={number}
      minimum={minimum}
      maximum={maximum}
      step={step}
      error={problem}
      onChange={onChange}
    />
  );
  if (minimum === undefined || maximum === undefined) return entry;
  const sliderStep = step ?? (maximum - minimum) / partsOfSlider;
  if ((maximum - minimum) / sliderStep > sliderStepsMax) return entry;
  const shown = number ?? (typeof preset === "number" ? preset : minimum);
  return (
    <div className={styles.range}>
      {entry}
      <Slider
        label={label}
        value={Math.min(Math.max(shown, minimum), maximum)}
        minimum={minimum}
        maximum={maximum}
        step={sliderStep}
        isSet={number !== undefined}
        onChange={onChange}
      />
    </div>
  );
}
