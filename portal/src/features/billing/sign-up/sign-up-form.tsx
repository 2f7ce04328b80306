import { useState } from 'react';
import type { SignUpPlan } from '@lintel/contract/billing-sign-up';
import { brand } from '../../../lib/brand.ts';
import { EmptyState } from '../../../ui/states.tsx';
import type { Offers } from './api/get-plans.ts';
import { CompanyFields } from './company-fields.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { PlanPicker } from './plan-picker.tsx';
import { ReferralField, useReferrer } from './referral-field.tsx';
import { signUpTab } from './sign-up-tab.ts';
import { Summary } from './summary.tsx';
import { useSignUpForm } from './use-sign-up-form.ts';
import classes from './sign-up.module.css';

interface Props {
  offers: Offers;
  /** The plan and the code that the address names. */
  asked: { plan?: string | undefined; ref?: string | undefined };
  /** Why an earlier try did not go through. */
  notice: string | null;
  onSent(answer: { redirectUrl?: string | undefined }): Promise<void>;
  onDoubt(): void;
}

/**
 * The plan that was chosen before, that the address names by its id or tier, or the first one that
 * costs something.
 */
function firstChoice({ plans }: Offers, asked: string | undefined): SignUpPlan | undefined {
  const drafted = signUpTab.read().draft?.planId;
  const named = plans.find(
    ({ id, tier }) => String(id) === asked || tier.toLowerCase() === asked?.toLowerCase(),
  );
  return (
    named ??
    plans.find(({ id }) => id === drafted) ??
    plans.find(({ tier }) => tier === 'Pro') ??
    plans.at(-1)
  );
}

/** The plan, the company, the card and the order, on one page. */
export function SignUpForm(props: Props) {
  const { offers, asked } = props;
  const [chosenId, choose] = useState<number | null>(null);
  const chosen = offers.plans.find(({ id }) => id === chosenId) ?? firstChoice(offers, asked.plan);
  if (chosen === undefined) return <NoPlans />;
  return <FormOfPlan {...props} plan={chosen} onChoose={({ id }) => choose(id)} />;
}

const NoPlans = () => (
  <EmptyState
    title="There is no plan to choose from"
    text={`Please write to ${brand.supportEmail} or call ${brand.phone}.`}
  />
);

interface FormProps extends Props {
  plan: SignUpPlan;
  onChoose(plan: SignUpPlan): void;
}

function FormOfPlan({ offers, plan, asked, notice, onChoose, onSent, onDoubt }: FormProps) {
  const used = useSignUpForm({ offers, plan, referral: asked.ref ?? '', onSent, onDoubt });
  const referrer = useReferrer(used.values.referralCode);
  const referred = Boolean(referrer);
  return (
    <form {...used.form} className={classes.form} aria-label="Sign up">
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
