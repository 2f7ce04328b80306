import { useId } from 'react';
import type { SignUpPlan } from '@lintel/contract/billing-sign-up';
import { IconCheck } from '../../../ui/icons.ts';
import { headline } from './price-words.ts';
import classes from './plan-picker.module.css';

interface Props {
  plans: readonly SignUpPlan[];
  chosen: SignUpPlan;
  referred: boolean;
  onChoose(plan: SignUpPlan): void;
}

/** The plans side by side; one of them is chosen. */
export function PlanPicker({ plans, chosen, referred, onChoose }: Props) {
  return (
    <fieldset className={classes.plans}>
      <legend className={classes.legend}>1. Choose your plan</legend>
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
            <span className={classes.hidden}>Regularly </span>
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
