import type { Model } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import * as jobTexts from "#words/en/job.ts";
import * as modelsTexts from "#words/en/models.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { secondsOf } from "./model-facts.ts";
import { ModelText } from "./model-text.tsx";

import styles from "./models.module.css";

/** Hosts of a model, in the order of the API, each with the id that a request names to get this host and no other. */
export function OfferList({ offers }: { readonly offers: NonNullable<Model["offers"]> }) {
  const { job, models } = useWords(jobTexts, modelsTexts);
  return (
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <li key={offer.id} className={styles.named}>
          <span className={styles.badges}>
            <strong>{offer.providerName}</strong>
            {offer.available ? (
              <Badge tone="good">{models.available}</Badge>
            ) : (
              <Badge>{models.unavailable}</Badge>
            )}
          </span>
          <code>{offer.id}</code>
          <small>
            {formatCredits(offer.credits.typical)} · {secondsOf(offer, models)}
          </small>
          {offer.differs?.map((difference) => (
            <small key={difference}>
              <ModelText text={difference} />
            </small>
          ))}
          {offer.unavailableReason !== undefined && (
            <small>{job.sentences(offer.unavailableReason)}</small>
          )}
        </li>
      ))}
    </ul>
  );
}
