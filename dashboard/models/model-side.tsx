import type { Model } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { FactList, IdFact } from "#page-parts/fact-list.tsx";
import { HealthBadge } from "#page-parts/health-badge.tsx";
import { type JsonSchema, type ModelForm, toModelForm } from "#schema-form/fields.ts";
import * as modelsTexts from "#words/en/models.ts";
import { formatCredits, formatDate, formatSeconds } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { LimitList } from "./limit-list.tsx";
import { ModelText } from "./model-text.tsx";
import { OfferList } from "./offer-list.tsx";

/** Facts of a model: price, time, health, retirement, and what each of its capabilities takes. */
export function ModelSide({ model }: { readonly model: Model }) {
  const { models } = useWords(modelsTexts);
  const { id, provider, providerName, credits, ownKey, measuredSeconds, typicalSeconds } = model;
  const { offers = [] } = model;
  const health = useQuery(read("getProviderHealth", { path: { provider_slug: provider } }));
  return (
    <FactList>
      <IdFact label={models.id} id={id} />
      <div>
        <dt>{models.price}</dt>
        <dd>{formatCredits(credits.typical)}</dd>
        <dd>
          {models.per} <ModelText text={credits.per} />
        </dd>
        {credits.min < credits.max && (
          <dd>{models.priceRange(String(credits.min), formatCredits(credits.max))}</dd>
        )}
        {ownKey === true && <dd>{models.ownKey}</dd>}
      </div>
      <div>
        <dt>{models.time}</dt>
        {measuredSeconds !== undefined && (
          <dd>{models.measured(formatSeconds(measuredSeconds))}</dd>
        )}
        <dd>{models.stated(formatSeconds(typicalSeconds))}</dd>
      </div>
      {offers.length > 1 ? (
        <div>
          <dt>{models.hosts}</dt>
          <dd>{models.hostsText}</dd>
          <dd>
            <OfferList offers={offers} />
          </dd>
        </div>
      ) : (
        <div>
          <dt>{models.provider}</dt>
          <dd>
            {providerName}{" "}
            {health.data !== undefined && <HealthBadge status={health.data.status} />}
          </dd>
        </div>
      )}
      <Retirement model={model} />
      <Takes model={model} />
      <div>
        <dt>{models.limits}</dt>
        <dd>
          <LimitList model={model} />
        </dd>
      </div>
    </FactList>
  );
}

function Retirement({ model: { retiresOn, replacedBy } }: { readonly model: Model }) {
  const { models } = useWords(modelsTexts);
  if (retiresOn === undefined && replacedBy === undefined) return null;
  return (
    <div>
      <dt>{models.statuses["retired"]}</dt>
      {retiresOn !== undefined && <dd>{models.retires(formatDate(retiresOn))}</dd>}
      {replacedBy !== undefined && (
        <dd>
          {models.replacedBy}{" "}
          <Link to="/models/$modelId" params={{ modelId: replacedBy }}>
            {replacedBy}
          </Link>
        </dd>
      )}
    </div>
  );
}

function Takes({ model: { id, capabilities } }: { readonly model: Model }) {
  const { models } = useWords(modelsTexts);
  const schema = useQuery(read("getModelSchema", { path: { modelId: id } }));
  if (schema.data === undefined) return null;
  const input = schema.data.input as JsonSchema;
  return (
    <div>
      <dt>{models.takes}</dt>
      {capabilities.map((capability) => (
        <dd key={capability}>
          {textOf(models.capabilities, capability)}:{" "}
          {inputsOf(toModelForm(input, capability), models).join(" + ")}
        </dd>
      ))}
    </div>
  );
}

function inputsOf({ prompt, slots }: ModelForm, models: Words["models"]): string[] {
  return [
    prompt.isRequired ? models.promptRequired : models.promptOptional,
    ...slots.map(({ kind, countMax, isRequired }) => {
      const text = models.inputCount(textOf(models.kinds, kind), countMax);
      return isRequired ? text : models.optional(text);
    }),
  ];
}
