/** Rule of Prometheus. */
export type Rule =
  | { readonly record: string; readonly expr: string; readonly labels?: Labels }
  | {
      readonly alert: string;
      readonly expr: string;
      readonly for?: string;
      readonly labels: Labels;
      readonly annotations: Labels;
    };

type Labels = Readonly<Record<string, string>>;

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** Time within which a person must look: at once, on a working day, or when reading the figures. */
export type Severity = "page" | "ticket" | "info";
