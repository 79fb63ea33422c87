import type { Model } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";

import { TryForm } from "./try-form.tsx";

/** Form of a model, made from its JSON Schema. */
export function ModelTry({ model }: { readonly model: Model }) {
  const schema = useQuery(read("getModelSchema", { path: { modelId: model.id } }));
  return (
    <Loaded query={schema} height="24rem">
      {({ input }) => <TryForm model={model} input={input} />}
    </Loaded>
  );
}
