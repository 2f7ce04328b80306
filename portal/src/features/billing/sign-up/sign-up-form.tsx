import { lazy, Suspense, type ReactNode, useState } from 'react';
import { Skeleton, Alert, Button } from '@mantine/core';
import * as m from '#messages';
import type { FirstYear, SignUpPlan } from '@lintel/contract/billing/sign-up';
import { brand } from '../../../lib/brand.ts';
import { formatMoney } from '../../../lib/format.ts';
import { IconAlertTriangle, IconLock } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { CardFields } from '../cards/card-fields.tsx';
import { TestCards } from '../cards/test-cards.tsx';
import { CompanyFields, ReferralField, useReferrer } from './company-fields.tsx';
import { laterText, PlanPicker } from './plan-picker.tsx';
import { signUpTab } from './sign-up-tab.ts';
import { type Offers, type SignUpFormState, useSignUpForm } from './use-sign-up-form.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './sign-up.module.css';

/** Load Stripe's code only for users who enter a card. */
const StripePayment = lazy(() =>
  import('./stripe-payment.tsx').then((module) => ({ default: module.StripePayment })),
);

/** The card for the first and later payments. */
function PaymentFields({
  used,
  offers: { publishableKey, testCards },
}: {
  used: SignUpFormState;
  offers: Offers;
}) {
  return (
    <fieldset className={classes.section}>
      <legend>{m.billing_signUp_cardStep()}</legend>
      <div className={classes.card}>
        {publishableKey === null ? (
          <>
            <CardFields used={used} />
            <TestCards cards={testCards} onChoose={(number) => used.setValue('number', number)} />
          </>
        ) : (
          <Suspense
            fallback={
              <Skeleton height={280} radius="md" role="status" aria-label={m.common_loading()} />
            }
          >
            <StripePayment used={used} publishableKey={publishableKey} />
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}

interface SummaryProps {
  plan: SignUpPlan;
  referred: boolean;
  busy: boolean;
  /** Why the last attempt failed. */
  failure: string | null;
  children: ReactNode;
}

/** The amounts due today and later, and the button. */
function Summary({ plan, referred, busy, failure, children }: SummaryProps) {
  const year = referred ? plan.referred : plan.firstYear;
  const isFree = plan.price === 0;
  return (
    <section className={classes.summary} aria-label={m.billing_signUp_order()}>
      <h2>{m.billing_signUp_order()}</h2>
      <Lines plan={plan} year={year} />
      {!isFree && (
        <p className={classes.later}>
          {m.billing_signUp_renewal({
            year: laterText(year),
            price: formatMoney(plan.price),
          })}
        </p>
      )}
      {children}
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {failure}
        </Alert>
      )}
      <Button type="submit" size="md" fullWidth loading={busy}>
        {isFree
          ? m.billing_signUp_submitFree()
          : m.billing_signUp_submitPaid({ today: formatMoney(year.today) })}
      </Button>
      <SmallPrint isFree={isFree} />
    </section>
  );
}

function Lines({ plan, year }: { plan: SignUpPlan; year: FirstYear }) {
  const off = plan.price - year.total;
  return (
    <dl className={classes.lines}>
      <div>
        <dt>{m.billing_signUp_planYear({ plan: plan.name })}</dt>
        <dd>{formatMoney(plan.price)}</dd>
      </div>
      {off > 0 && (
        <div>
          <dt>{m.billing_signUp_referralDiscount()}</dt>
          <dd data-tone="green">−{formatMoney(off)}</dd>
        </div>
      )}
      <div className={classes.today}>
        <dt>{m.billing_signUp_dueToday()}</dt>
        <dd>{formatMoney(year.today)}</dd>
      </div>
    </dl>
  );
}

const SmallPrint = ({ isFree }: { isFree: boolean }) => (
  <>
    <p className={classes.terms}>
      <Rich
        text={m.billing_signUp_agreement()}
        parts={{
          link: (words) => (
            <a
              href={brand.links.serviceProviderAgreement}
              target="_blank"
              rel="noopener noreferrer"
            >
              {words}
            </a>
          ),
        }}
      />
    </p>
    {!isFree && (
      <p className={classes.safe}>
        <IconLock size={14} aria-hidden />
        {m.billing_signUp_cardNote()}
      </p>
    )}
  </>
);

interface SignUpFormProps {
  offers: Offers;
  /** The plan and the code in the address. */
  search: { plan?: string | undefined; ref?: string | undefined };
  /** Why an earlier attempt failed. */
  notice: string | null;
  onSent(answer: { redirectUrl?: string | undefined }): Promise<void>;
  onDoubt(): void;
}

/** The earlier choice, the plan in the address (by id or tier), or the first paid plan. */
function firstChoice({ plans }: Offers, search: string | undefined): SignUpPlan | undefined {
  const drafted = signUpTab.read().draft?.planId;
  const named = plans.find(
    ({ id, tier }) => String(id) === search || tier.toLowerCase() === search?.toLowerCase(),
  );
  return (
    named ??
    plans.find(({ id }) => id === drafted) ??
    plans.find(({ tier }) => tier === 'Pro') ??
    plans.at(-1)
  );
}

/** The plan, the company, the card, and the order, on one page. */
export function SignUpForm(props: SignUpFormProps) {
  const { offers, search } = props;
  const [chosenId, choose] = useState<number | null>(null);
  const chosen = offers.plans.find(({ id }) => id === chosenId) ?? firstChoice(offers, search.plan);
  if (chosen === undefined) return <NoPlans />;
  return <PlanForm {...props} plan={chosen} onChoose={({ id }) => choose(id)} />;
}

const NoPlans = () => (
  <EmptyState
    title={m.billing_signUp_noPlans()}
    text={m.billing_signUp_noPlansText({
      supportEmail: brand.supportEmail,
      phone: brand.phone,
    })}
  />
);

interface FormProps extends SignUpFormProps {
  plan: SignUpPlan;
  onChoose(plan: SignUpPlan): void;
}

function PlanForm({ offers, plan, search, notice, onChoose, onSent, onDoubt }: FormProps) {
  const used = useSignUpForm({ offers, plan, referral: search.ref ?? '', onSent, onDoubt });
  const referrer = useReferrer(used.values.referralCode);
  const referred = Boolean(referrer);
  return (
    <form {...used.form} className={classes.form} aria-label={m.billing_signUp_submit()}>
      <PlanPicker plans={offers.plans} chosen={plan} referred={referred} onChoose={onChoose} />
      <div className={classes.columns}>
        <div className={classes.sections}>
          <CompanyFields used={used} />
          {used.kind !== 'none' && <PaymentFields used={used} offers={offers} />}
        </div>
        <div className={classes.side}>
          <Summary
            plan={plan}
            referred={referred}
            busy={used.busy}
            failure={used.failure ?? notice}
          >
            <ReferralField used={used} referrer={referrer} discount={offers.referralDiscount} />
          </Summary>
        </div>
      </div>
    </form>
  );
}
