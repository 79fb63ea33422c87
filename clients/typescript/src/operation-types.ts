import type { Operations } from "./generated/operations.ts";

/** Name of an operation in the OpenAPI document, such as `getJob`. */
export type OperationId = keyof Operations;

/** Request of an operation that takes a form as well as JSON. */
export type WithForm<Data extends { body: unknown }> = Omit<Data, "body"> & {
  body: Data["body"] | FormData;
};

/** Path parameters, query and body of an operation. */
export type RequestInput<Id extends OperationId> = Pick<
  Operations[Id]["data"],
  keyof Operations[Id]["data"] & ("path" | "query" | "body")
>;

/** Response of an operation: its JSON, or the `Response` of an operation whose response is not JSON. */
export type ResponseOf<Id extends OperationId> = Operations[Id]["response"];
