import { useQuery } from '@tanstack/react-query';
import type { PlanYears } from '@lintel/contract/billing-plans';
import { formatCount, formatShortDate } from '../../../lib/format.ts';
import { planYearsQuery } from './api/get-plan-years.ts';
import classes from './plans.module.css';

/** Whom another price of a plan concerns, and from when it holds for them. */
export function PlanPayers({ planId }: { planId: number }) {
  const { data } = useQuery(planYearsQuery(planId));
  if (data === undefined) return null;
  return <p className={classes.payers}>{wordsOf(data)}</p>;
}

function wordsOf({ contractors, nextFrom, raisedFrom, raisedUntil }: PlanYears): string {
  if (contractors === 0)
    return 'No contractor pays this plan. A new price holds at once for whoever signs up.';
  const count = `${formatCount(contractors, 'contractor')} ${contractors === 1 ? 'pays' : 'pay'} this plan.`;
  if (nextFrom === null || raisedFrom === null || raisedUntil === null)
    return `${count} None of them renews it.`;
  const [next, first, last] = [nextFrom, raisedFrom, raisedUntil].map(formatShortDate);
  const raised = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return (
    `${count} A higher price is charged when their next year begins, ${raised}: each is told by e-mail at least 30 days before, ` +
    `and pays the old price until then. A lower price holds from the next renewal, ${next} at the earliest.`
  );
}
