import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { Adjustment, AdjustmentState } from '@lintel/contract/commissions/adjustments';
import { commissionLabels, commissionPageSizes } from '@lintel/contract/commissions/constants';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate, formatMoney, formatShortDate } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RejectModal } from './reject-modal.tsx';
import { ProposeModal } from './propose-modal.tsx';
import {
  adjustmentsQuery,
  approve,
  cancelProposal,
  manageKey,
  type AdjustmentsView,
} from './requests.ts';
import classes from './manage.module.css';

const stateLabels: Record<AdjustmentState, { label: string; tone: Tone }> = {
  proposed: { label: m.commissions_adjust_waiting(), tone: 'amber' },
  approved: { label: m.commissions_adjust_approved(), tone: 'green' },
  rejected: { label: m.commissions_adjust_rejected(), tone: 'red' },
  canceled: { label: m.common_canceled(), tone: 'grey' },
};

const columns: DataTableColumn<Adjustment>[] = [
  {
    accessor: 'companyName',
    title: m.common_contractor(),
    width: '34%',
    render: ({ companyName, reason, amount }) => (
      <span className={classes.who}>
        <strong>{companyName}</strong>
        <span className={classes.phoneAmount}>{formatMoney(amount)}</span>
        <span>{reason}</span>
      </span>
    ),
  },
  {
    accessor: 'kind',
    title: m.common_type(),
    width: 120,
    render: ({ kind }) => commissionLabels[kind],
  },
  {
    accessor: 'amount',
    title: m.common_amount(),
    ...largestFirst,
    textAlign: 'right',
    width: 130,
    cellsClassName: 'numbers',
    render: ({ amount }) => formatMoney(amount),
  },
  {
    accessor: 'proposedAt',
    title: m.commissions_adjust_proposed(),
    ...largestFirst,
    width: 170,
    render: ({ proposedAt, proposedBy }) => (
      <span className={classes.who}>
        <span>{formatShortDate(proposedAt)}</span>
        <span>{proposedBy}</span>
      </span>
    ),
  },
  {
    accessor: 'state',
    title: m.common_status(),
    width: 220,
    render: (one) => (
      <span className={classes.who}>
        <span>
          <StatusBadge status={stateLabels[one.state].label} tone={stateLabels[one.state].tone} />
        </span>
        <span>{storyOf(one)}</span>
      </span>
    ),
  },
];

/** Who decided, when it counts, and why it was rejected; for a proposal, who has to act. */
function storyOf({ state, isOwn, decidedBy, effectiveOn, bookedOn, note }: Adjustment): string {
  if (state === 'proposed')
    return isOwn
      ? m.commissions_adjust_needsOther()
      : m.commissions_adjust_countsFrom({ day: formatDate(effectiveOn) });
  const booked =
    bookedOn === null ? '' : m.commissions_adjust_bookedOn({ day: formatDate(bookedOn) });
  return [decidedBy, booked, note].filter((part) => part !== '').join(' · ');
}

const keyOf = ({ contractorId: id, id: adjustmentId }: Adjustment) => ({
  params: { id, adjustmentId },
});
const afterDecision = { refresh: [manageKey], refreshAlways: true, failureLife: toastLife.long };
const namesOf = ({ companyName, amount, kind }: Adjustment) => ({
  company: companyName,
  amount: formatMoney(amount),
  kind: commissionLabels[kind].toLowerCase(),
});

function Decision({ one }: { one: Adjustment }) {
  const { company, amount, kind } = namesOf(one);
  const approving = useAction({
    ask: () =>
      openDialog({
        title: m.commissions_adjust_approveTitle(),
        text: m.commissions_adjust_approveText({ company, amount, kind }),
        confirm: m.commissions_adjust_approve(),
        cancel: m.common_notNow(),
        tone: 'warning',
      }),
    call: () => approve(keyOf(one)),
    successToast: ({ message }) => [message, 'success', toastLife.long],
    ...afterDecision,
  });
  const [rejecting, setRejecting] = useState(false);
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        aria-label={m.commissions_adjust_rejectNamed({ company, amount, kind })}
        onClick={() => setRejecting(true)}
      >
        {m.commissions_adjust_reject()}
      </Button>
      <Button
        size="compact-md"
        loading={approving.busy}
        aria-label={m.commissions_adjust_approveNamed({ company, amount, kind })}
        onClick={() => void approving.run()}
      >
        {m.commissions_adjust_approve()}
      </Button>
      {rejecting && (
        <RejectModal
          adjustment={one}
          text={m.commissions_adjust_rejectText({ company, amount, kind })}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

function CancelOwn({ one }: { one: Adjustment }) {
  const { company, amount, kind } = namesOf(one);
  const { run, busy } = useAction({
    call: () => cancelProposal(keyOf(one)),
    successToast: ({ message }) => message,
    ...afterDecision,
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={busy}
      aria-label={m.commissions_adjust_cancelNamed({ company, amount, kind })}
      onClick={() => void run()}
    >
      {m.common_cancel()}
    </Button>
  );
}

const actionColumn: DataTableColumn<Adjustment> = {
  accessor: 'actions',
  title: '',
  width: 210,
  textAlign: 'right',
  render: (one) =>
    one.state === 'proposed' && (
      <span className={classes.actions}>
        {one.isOwn ? <CancelOwn one={one} /> : <Decision one={one} />}
      </span>
    ),
};

export const firstAdjustments: AdjustmentsView = {
  page: 1,
  limit: 25,
  order: '-proposedAt',
  state: '',
  searchText: '',
};

/** Adjustments and bonuses: proposals to decide about, and earlier ones. */
export function AdjustmentsTab({ mayChange }: { mayChange: boolean }) {
  const [view, setView] = useState(firstAdjustments);
  const [proposing, setProposing] = useState(false);
  const list = useQuery(adjustmentsQuery(view));
  const change = (part: Partial<AdjustmentsView>): void => setView((now) => ({ ...now, ...part }));
  return (
    <>
      <FilterBar>
        <ChoiceChips<'all' | 'proposed'>
          label={m.common_status()}
          choices={[
            { key: 'all', label: m.common_all() },
            { key: 'proposed', label: m.commissions_adjust_waiting() },
          ]}
          chosen={view.state === 'proposed' ? 'proposed' : 'all'}
          standard="all"
          onChoose={(key) => change({ state: key === 'proposed' ? 'proposed' : '', page: 1 })}
        />
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.commissions_adjust_search()}
          placeholder={m.commissions_adjust_search()}
        />
        {mayChange && (
          <Button
            ml="auto"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposing(true)}
          >
            {m.commissions_adjust_propose()}
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label={m.commissions_adjust_tab()}
        columns={mayChange ? [...columns, actionColumn] : columns}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={commissionPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1000}
        pinLast={mayChange}
        empty={{ title: m.commissions_adjust_none(), text: m.commissions_adjust_noneText() }}
      />
      {proposing && <ProposeModal onClose={() => setProposing(false)} />}
    </>
  );
}
