import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  type Billing as BillingState,
  changePlan,
  type OfferPrice,
  type Order,
  openPortal,
  type PlanChange,
  type PlanChoice,
  type PlanOffer,
  readBilling,
  startCheckout,
} from "#contract/billing.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Words } from "#words/en.ts";
import * as billingTexts from "#words/en/billing.ts";
import { formatCredits, formatDate, formatMoney } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./billing.module.css";

const paidPollMs = 3_000;
const paidPollsMax = 40;

/** Reads again for two minutes after a payment: Stripe confirms it some seconds after the person has come back. */
export function pollAfterPayment(checkout: string | undefined) {
  return ({ state }: { readonly state: { readonly dataUpdateCount: number } }) =>
    checkout === "paid" && state.dataUpdateCount < paidPollsMax ? paidPollMs : false;
}

/** Open and completed payments, above everything else of the page. */
export function PaymentNotice({ checkout }: { readonly checkout: string | undefined }) {
  const { billing: words } = useWords(billingTexts);
  const { data } = useQuery(readBilling);
  const canBuy = useCan("org:manage");
  return (
    <>
      {checkout === "paid" && data && <output className={styles.good}>{words.paid}</output>}
      {data && <Overdue billing={data} canBuy={canBuy} />}
    </>
  );
}

/** Plans and packs of credits; nothing on a server that sells nothing. */
export function Billing({ checkout }: { readonly checkout: string | undefined }) {
  const { data, error, refetch } = useQuery({
    ...readBilling,
    refetchInterval: pollAfterPayment(checkout),
  });
  const canBuy = useCan("org:manage");
  if (error !== null) {
    return <ProblemNotice problem={toProblem(error)} onRetry={() => void refetch()} />;
  }
  if (data === undefined || data === null) return null;
  return (
    <>
      {data.plans.length > 0 && <Plans billing={data} canBuy={canBuy} />}
      {data.packs.length > 0 && <Packs billing={data} canBuy={canBuy} />}
    </>
  );
}

interface PartProps {
  readonly billing: BillingState;
  readonly canBuy: boolean;
}

function Overdue({ billing: { subscription, paymentStatus, isCustomer }, canBuy }: PartProps) {
  const { billing: words } = useWords(billingTexts);
  const isOverdue = paymentStatus === "overdue";
  if (!isOverdue && subscription?.status !== "past_due") return null;
  return (
    <div role="alert" className={isOverdue ? styles.danger : styles.warning}>
      <p>{isOverdue ? words.overdue : words.pastDue}</p>
      {canBuy && isCustomer && <PortalButton label={words.pay} isPrimary />}
    </div>
  );
}

function Plans({ billing, canBuy }: PartProps) {
  const words = useWords(billingTexts);
  const { plans, subscription, isCustomer } = billing;
  return (
    <Section
      title={words.billing.plan}
      text={words.billing.planText}
      actions={canBuy && isCustomer && <PortalButton label={words.billing.portal} />}
    >
      {subscription !== null && <SubscriptionText subscription={subscription} />}
      <ul className={styles.offers}>
        {plans.map((offer) => (
          <li key={`${offer.plan}-${offer.interval}`} className={styles.offer}>
            <h3>{nameOf(words, offer)}</h3>
            <p>{words.billing.monthly(formatCredits(offer.creditsPerMonth))}</p>
            <p className={styles.price}>{toPlanPrice(words, offer)}</p>
            {subscription?.plan === offer.plan && subscription.interval === offer.interval ? (
              <p className={styles.muted}>{words.billing.current}</p>
            ) : (
              canBuy && <PlanButton offer={offer} billing={billing} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SubscriptionText({
  subscription: { plan, interval, periodEnd, cancelAtPeriodEnd },
}: {
  readonly subscription: NonNullable<BillingState["subscription"]>;
}) {
  const words = useWords(billingTexts);
  const name = plan === null || interval === null ? "" : nameOf(words, { plan, interval });
  const date = formatDate(periodEnd);
  const { endsOn, renewsOn } = words.billing;
  return <p>{cancelAtPeriodEnd ? endsOn(name, date) : renewsOn(name, date)}</p>;
}

/** Subscribes, or asks before it changes a subscription that is charged already. */
function PlanButton({
  offer,
  billing: { subscription },
}: {
  readonly offer: PlanOffer;
  readonly billing: BillingState;
}) {
  const allWords = useWords(billingTexts);
  const { billing: words } = allWords;
  const [isAsking, ask] = useState(false);
  const [isScheduled, schedule] = useState(false);
  const { plan, interval, isUpgrade } = offer;
  const name = nameOf(allWords, offer);
  if (subscription === null) {
    return <BuyButton order={{ plan, interval }} label={words.subscribe(name)} />;
  }
  return (
    <>
      <Button onPress={() => ask(true)}>{words.change(name)}</Button>
      {isScheduled && (
        <output className={styles.muted}>
          {words.scheduled(formatDate(subscription.periodEnd))}
        </output>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.change(name)}
          text={
            isUpgrade ? words.upgradeText : words.downgradeText(formatDate(subscription.periodEnd))
          }
          submit={words.change(name)}
          write={async () => changePlan({ plan, interval })}
          stale={["getBilling", "getCredits", "getAccount"]}
          onClose={() => ask(false)}
          onDone={({ state, url }: PlanChange) => {
            if (url !== null) leaveTo(url);
            schedule(state === "scheduled");
            ask(false);
          }}
        />
      )}
    </>
  );
}

function Packs({ billing: { packs }, canBuy }: PartProps) {
  const { billing: words } = useWords(billingTexts);
  return (
    <Section title={words.packs} text={words.packsText}>
      <ul className={styles.offers}>
        {packs.map(({ credits, price }) => (
          <li key={credits} className={styles.offer}>
            <h3>{formatCredits(credits)}</h3>
            <p className={styles.price}>{toMoney(price)}</p>
            {canBuy && <BuyButton order={{ credits }} label={words.buy(formatCredits(credits))} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BuyButton({ order, label }: { readonly order: Order; readonly label: string }) {
  const { send, isSending, problem } = useWrite(startCheckout, { stale: [], onDone: leaveTo });
  return (
    <>
      <Button look="primary" isPending={isSending} onPress={() => send(order)}>
        {label}
      </Button>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}

function PortalButton({
  label,
  isPrimary = false,
}: {
  readonly label: string;
  readonly isPrimary?: boolean;
}) {
  const { send, isSending, problem } = useWrite(async () => openPortal(), {
    stale: [],
    onDone: leaveTo,
  });
  return (
    <>
      <Button
        look={isPrimary ? "primary" : "secondary"}
        isPending={isSending}
        onPress={() => send({})}
      >
        {label}
      </Button>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}

function nameOf(
  { billing: { plans, yearly } }: Pick<Words, "billing">,
  { plan, interval }: PlanChoice,
): string {
  const name = plans[plan] ?? plan;
  return interval === "year" ? yearly(name) : name;
}

function toPlanPrice(
  { billing: { perMonth, perYear } }: Pick<Words, "billing">,
  offer: PlanOffer,
): string {
  return (offer.interval === "year" ? perYear : perMonth)(toMoney(offer.price));
}

/** The card is entered on Stripe's own page. */
function leaveTo(url: string): void {
  globalThis.location.assign(url);
}

function toMoney({ amount, currency }: OfferPrice): string {
  return formatMoney(amount, currency);
}
