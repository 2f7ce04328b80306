import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer } from '@lintel/contract/core/endpoint';
import { documentStates, type DocumentState } from '@lintel/contract/documents/constants';
import type { documentTotals } from '@lintel/contract/documents/documents';
import { formatMoney, formatTotal } from '../../lib/format.ts';
import type { DocumentsView } from './documents-view.ts';
import { totalsQuery } from './requests.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import classes from './documents.module.css';

type AllTotals = Answer<typeof documentTotals>;

interface Props {
  userId: number;
  onChoose(change: Partial<DocumentsView>): void;
}

const nothing = { search: '', customerId: undefined } as const;

/**
 * Amounts due, overdue, unanswered, and paid this month; a click on the first two filters the list.
 */
export function Totals({ userId, onChoose }: Props) {
  const { data } = useQuery(totalsQuery(userId));
  return (
    <div className={classes.totals} role="group" aria-label={m.documents_totals_sums()}>
      <button
        type="button"
        onClick={() => onChoose({ ...nothing, kind: undefined, state: 'open' })}
      >
        <Figure label={documentStates.open} total={data?.open} />
      </button>
      <button
        type="button"
        data-alarm={(data !== undefined && data.overdue.count > 0) || undefined}
        onClick={() => onChoose({ ...nothing, kind: undefined, state: 'overdue' })}
      >
        <Figure label={documentStates.overdue} total={data?.overdue} />
      </button>
      <div>
        <Figure label={m.documents_totals_awaiting()} total={data?.waiting} />
      </div>
      <div>
        <span>{m.documents_totals_paidThisMonth()}</span>
        <strong>{data === undefined ? '–' : formatMoney(data.paidThisMonth)}</strong>
      </div>
    </div>
  );
}

const Figure = ({ label, total }: { label: string; total: AllTotals['open'] | undefined }) => (
  <>
    <span>{label}</span>
    <strong>{total === undefined ? '–' : formatMoney(total.amount)}</strong>
    <small>
      {total !== undefined &&
        (total.count === 1
          ? m.documents_totals_count_one()
          : m.documents_totals_count_many({ count: formatTotal(total.count) }))}
    </small>
  </>
);

const sharedStates: readonly DocumentState[] = ['all', 'draft', 'sent', 'viewed'];
const estimateStates: readonly DocumentState[] = [
  'unanswered',
  'accepted',
  'declined',
  'expired',
  'invoiced',
];
const invoiceStates: readonly DocumentState[] = ['open', 'overdue', 'part_paid', 'paid'];

/** The status filters, with counts where known. */
export function StateChips({
  userId,
  view: { kind, state: chosen },
  onChoose,
}: {
  userId: number;
  view: DocumentsView;
  onChoose(state: DocumentState): void;
}) {
  const { data } = useQuery(totalsQuery(userId));
  const counts: Partial<Record<DocumentState, number>> =
    data === undefined || kind !== undefined
      ? {}
      : { draft: data.drafts, open: data.open.count, overdue: data.overdue.count };
  const states = [
    ...sharedStates,
    ...(kind === 'invoice' ? [] : estimateStates),
    ...(kind === 'estimate' ? [] : invoiceStates),
    'void',
  ] as const;
  return (
    <div className={classes.states}>
      <ChoiceChips
        label={m.common_status()}
        choices={states.map((state) => ({
          key: state,
          label: documentStates[state],
          count: counts[state] === undefined ? undefined : formatTotal(counts[state]),
        }))}
        chosen={chosen}
        standard="all"
        onChoose={onChoose}
      />
    </div>
  );
}
