import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Plan, PlanYears, readPlanYears } from '@lintel/contract/billing/plans';
import { call } from '../../../lib/api/call.ts';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { formatCount, formatShortDate } from '../../../lib/format.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PlanFields } from './plan-fields.tsx';
import { plansKey } from './requests.ts';
import { usePlanForm } from './use-plan-form.ts';
import classes from './plans.module.css';

const getYears = call<typeof readPlanYears>(
  { method: 'GET', path: '/plan/{id}/years' },
  { handles: [404, 500, 503] },
);

/** How many contractors pay a plan, and when their years begin. */
const planYearsQuery = (id: number) =>
  queryOptions({
    queryKey: [...plansKey, 'years', id],
    queryFn: ({ signal }) => getYears({ params: { id } }, { signal }),
    staleTime: 0,
  });

interface Props {
  /** The plan that is changed; null makes a new one. */
  plan: Plan | null;
  onClose(): void;
}

/** Makes a plan or changes one. */
export function PlanModal({ plan, onClose }: Props) {
  const used = usePlanForm({ plan, onSaved: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const close = (): void =>
    void closeForm(onClose, {
      dirty: used.dirty,
      lost: 'Your changes to this plan are not saved.',
    });
  const { conflict } = used;
  return (
    <Modal
      opened
      onClose={close}
      title={plan === null ? 'Create plan' : 'Edit plan'}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={used.saveOver}
            onTakeTheirs={used.takeTheirs}
          />
        )}
        {plan !== null && <PlanPayers planId={plan.id} />}
        <PlanFields used={used} />
        <FormActions submit={plan === null ? 'Add' : 'Update'} busy={used.busy} onCancel={close} />
      </form>
    </Modal>
  );
}

/** Whom another price of a plan concerns, and from when it holds for them. */
function PlanPayers({ planId }: { planId: number }) {
  const { data } = useQuery(planYearsQuery(planId));
  if (data === undefined) return null;
  return <p className={classes.payers}>{wordsOf(data)}</p>;
}

function wordsOf({ contractors, nextFrom, raisedFrom, raisedUntil }: PlanYears): string {
  if (contractors === 0)
    return 'No contractor is on this plan. A new price applies right away to anyone who signs up.';
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
