import type { ValueType } from "./value-types.ts";

/** Types of the names that an expression can use. */
export interface ScopeTypes {
  readonly inputs: Readonly<Record<string, ValueType>>;
  /** Fields of each step's results. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, ValueType>>>>;
  /** Within a map: the type of `item`; `index` is an `int`. */
  readonly item?: ValueType | undefined;
}

export interface ExpressionProblem {
  readonly code: "expression_invalid" | "expression_refused" | "expression_type";
  readonly message: string;
}

/** A parsed expression that passed the refusals. */
export interface ReadExpression {
  /** Names after `inputs.` and `steps.`, without repetitions. */
  readonly inputs: readonly string[];
  readonly steps: readonly string[];
  readonly usesItem: boolean;
  readonly typeIn: (types: ScopeTypes) => { readonly type: ValueType } | ExpressionProblem;
}

/** Parses and types expressions. `runtime/expressions/` implements it with CEL. */
export type ReadExpressionText = (expression: string) => ReadExpression | ExpressionProblem;
