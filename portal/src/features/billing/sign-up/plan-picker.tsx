import { useId } from 'react';
import * as m from '#messages';
import type { FirstYear, SignUpPlan } from '@lintel/contract/billing/sign-up';
import { formatMoney, formatShortDate, formatWholeMoney } from '../../../lib/format.ts';
import { IconCheck } from '../../../ui/icons.ts';
import classes from './plan-picker.module.css';

/** Dollars, with cents only if nonzero. */
const dollarsText = (amount: number): string =>
  Number.isInteger(amount) ? formatWholeMoney(amount) : formatMoney(amount);

const monthly = 11;

/**
 * The price on a plan's card: monthly if paid monthly, else yearly; `before` is the yearly price
 * without a discount.
 */
function headline(
  { price }: SignUpPlan,
  year: FirstYear,
): { amount: string; per: string; before: string; note: string } {
  if (price === 0) return { amount: '$0', per: '', before: '', note: m.billing_picker_noCard() };
  const isLess = year.total < price;
  const before = isLess ? dollarsText(price) : '';
  const total = dollarsText(year.total);
  if (year.later === null)
    return {
      amount: total,
      per: m.billing_picker_aYear(),
      before,
      note: isLess ? m.billing_picker_firstYearOnce() : m.billing_picker_yearlyOnce(),
    };
  const payments = year.later.payments + 1;
  if (year.later.payments === monthly) {
    return {
      amount: dollarsText(year.later.amount),
      per: m.billing_picker_aMonth(),
      before,
      note: isLess
        ? m.billing_picker_firstYearTotal({ total, payments })
        : m.billing_picker_yearlyTotal({ total, payments }),
    };
  }
  return {
    amount: total,
    per: m.billing_picker_aYear(),
    before,
    note: isLess
      ? m.billing_picker_firstYearPayments({ payments })
      : m.billing_picker_payments({ payments }),
  };
}

/** The amounts due after today. */
export function laterText({ later }: FirstYear): string {
  if (later === null) return m.billing_picker_nothingElse();
  const { payments, amount, firstOn } = later;
  const day = formatShortDate(firstOn);
  return payments === 1
    ? m.billing_picker_thenOne({ amount: formatMoney(amount), day })
    : m.billing_picker_thenMany({ payments, amount: formatMoney(amount), day });
}

interface Props {
  plans: readonly SignUpPlan[];
  chosen: SignUpPlan;
  referred: boolean;
  onChoose(plan: SignUpPlan): void;
}

/** The plans side by side, as a single choice. */
export function PlanPicker({ plans, chosen, referred, onChoose }: Props) {
  return (
    <fieldset className={classes.plans}>
      <legend className={classes.legend}>{m.billing_picker_step()}</legend>
      <div className={classes.grid}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            referred={referred}
            checked={plan.id === chosen.id}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface CardProps {
  plan: SignUpPlan;
  checked: boolean;
  referred: boolean;
  onChoose(): void;
}

function PlanCard({ plan, checked, referred, onChoose }: CardProps) {
  const { amount, per, before, note } = headline(plan, referred ? plan.referred : plan.firstYear);
  const id = useId();
  return (
    <label className={classes.plan}>
      <input
        type="radio"
        name="plan"
        value={plan.id}
        checked={checked}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-price ${id}-note ${id}-points`}
      />
      <span className={classes.head}>
        <span className={classes.name} id={`${id}-name`}>
          {plan.name}
        </span>
        <span className={classes.mark} aria-hidden>
          <IconCheck size={14} stroke={3} />
        </span>
      </span>
      <span className={classes.price} id={`${id}-price`}>
        <strong>{amount}</strong> {per !== '' && <span>{per}</span>}
      </span>
      <span className={classes.note} id={`${id}-note`}>
        {before !== '' && (
          <>
            <span className={classes.hidden}>{m.billing_picker_regularly()} </span>
            <s>{before}</s>{' '}
          </>
        )}
        {note}
      </span>
      <Points id={`${id}-points`} points={plan.description} />
    </label>
  );
}

function Points({ id, points }: { id: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <span className={classes.points} id={id}>
      {points.map((point) => (
        <span key={point}>
          <IconCheck size={16} stroke={2.2} aria-hidden />
          {point}
        </span>
      ))}
    </span>
  );
}
