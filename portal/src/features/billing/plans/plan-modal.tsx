import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Plan, PlanYears, readPlanYears } from '@lintel/contract/billing/plans';
import { call } from '../../../lib/api/call.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { formatShortDate } from '../../../lib/format.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { PlanFields } from './plan-fields.tsx';
import { plansKey } from './requests.ts';
import { usePlanForm } from './use-plan-form.ts';
import classes from './plans.module.css';

const getYears = call<typeof readPlanYears>(
  { method: 'GET', path: '/plan/{id}/years' },
  { handles: [404, 500, 503] },
);

/** The number of paying contractors of a plan, and when their years begin. */
const planYearsQuery = (id: number) =>
  queryOptions({
    queryKey: [...plansKey, 'years', id],
    queryFn: ({ signal }) => getYears({ params: { id } }, { signal }),
    staleTime: 0,
  });

interface Props {
  /** The edited plan; null creates one. */
  plan: Plan | null;
  onClose(): void;
}

/** Creates or edits a plan. */
export function PlanModal({ plan, onClose }: Props) {
  const used = usePlanForm({ plan, onSaved: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const leave = (): void => {
    used.kept.remove();
    onClose();
  };
  const close = (): void =>
    void closeForm(leave, {
      dirty: used.dirty,
      lost: m.billing_plan_unsaved(),
    });
  const { conflict } = used;
  return (
    <Modal
      opened
      onClose={close}
      title={plan === null ? m.billing_plan_createTitle() : m.billing_plan_editTitle()}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={used.overwriteStored}
            onDiscardOwn={used.discardOwn}
          />
        )}
        {plan !== null && <PlanPayers planId={plan.id} />}
        <PlanFields used={used} />
        <RestoredLine kept={used.kept} />
        <FormActions
          submit={plan === null ? m.common_add() : m.common_update()}
          busy={used.busy}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}

/** The contractors that a price change affects, and when it takes effect. */
function PlanPayers({ planId }: { planId: number }) {
  const { data } = useQuery(planYearsQuery(planId));
  if (data === undefined) return null;
  return <p className={classes.payers}>{yearsText(data)}</p>;
}

function yearsText({ contractors, nextFrom, raisedFrom, raisedUntil }: PlanYears): string {
  if (contractors === 0) return m.billing_plan_noContractors();
  const count =
    contractors === 1
      ? m.billing_plan_oneContractor()
      : m.billing_plan_contractors({
          contractors: contractors.toLocaleString('en-US'),
        });
  if (nextFrom === null || raisedFrom === null || raisedUntil === null)
    return `${count} ${m.billing_plan_noneRenews()}`;
  const [first, last] = [formatShortDate(raisedFrom), formatShortDate(raisedUntil)];
  const raised =
    first === last
      ? m.billing_plan_priceUpOn({ first })
      : m.billing_plan_priceUpFrom({ first, last });
  const lowered = m.billing_plan_priceDown({ nextFrom: formatShortDate(nextFrom) });
  return `${count} ${raised} ${lowered}`;
}
