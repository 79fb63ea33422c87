import type { Credits } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { Facts } from "#page-parts/facts.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Section } from "#page-parts/section.tsx";
import { Table } from "#ui/table.tsx";
import * as creditsTexts from "#words/en/credits.ts";
import { formatCredits, formatDate, formatDateTime, formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { Billing, PaymentNotice, pollAfterPayment } from "./billing.tsx";
import { Ledger } from "./ledger.tsx";
import { UsageFrame } from "./usage-frame.tsx";

import styles from "./usage.module.css";

/** Balance, credits that expire, and the ledger. */
export function CreditsPage() {
  const { credits } = useWords(creditsTexts);
  const { checkout } = useSearch({ from: "/shell/credits" });
  const query = useQuery({
    ...read("getCredits", {}),
    refetchInterval: pollAfterPayment(checkout),
  });
  return (
    <UsageFrame title={credits.title}>
      <PaymentNotice checkout={checkout} />
      <Loaded query={query} height="6rem">
        {(data: Credits) => <Balance credits={data} />}
      </Loaded>
      <Billing checkout={checkout} />
      <Ledger />
    </UsageFrame>
  );
}

function Balance({ credits }: { readonly credits: Credits }) {
  const words = useWords(creditsTexts);
  const { available, held, granted, periodEnd, budget, expiring } = credits;
  return (
    <>
      <Facts
        facts={[
          [words.credits.available, formatCredits(available)],
          [words.credits.held, formatCredits(held)],
          [
            words.credits.granted,
            formatCredits(granted),
            words.credits.renews(formatDate(periodEnd)),
          ],
          [
            words.credits.budget,
            budget.credits === null
              ? words.credits.noBudget
              : words.values.of(formatNumber(budget.spent), formatCredits(budget.credits)),
          ],
        ]}
      />
      <Section title={words.credits.expiring} text={words.credits.expiringText}>
        {expiring.length === 0 ? (
          <p className={styles.muted}>{words.credits.noneExpiring}</p>
        ) : (
          <Table
            label={words.credits.expiring}
            items={expiring}
            idOf={({ expiresAt }) => expiresAt}
            columns={[
              {
                id: "expires",
                label: words.credits.expires,
                render: ({ expiresAt }) => formatDateTime(expiresAt),
              },
              {
                id: "amount",
                label: words.credits.title,
                isNumber: true,
                render: ({ credits: amount }) => formatCredits(amount),
              },
            ]}
          />
        )}
      </Section>
    </>
  );
}
