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
        <Figure label={documentStates.open} of={data?.open} />
      </button>
      <button
        type="button"
        data-alarm={(data !== undefined && data.overdue.count > 0) || undefined}
        onClick={() => onChoose({ ...nothing, kind: undefined, state: 'overdue' })}
      >
        <Figure label={documentStates.overdue} of={data?.overdue} />
      </button>
      <div>
        <Figure label={m.documents_totals_awaiting()} of={data?.waiting} />
      </div>
      <div>
        <span>{m.documents_totals_paidThisMonth()}</span>
        <strong>{data === undefined ? '–' : formatMoney(data.paidThisMonth)}</strong>
      </div>
    </div>
  );
}

const Figure = ({ label, of }: { label: string; of: AllTotals['open'] | undefined }) => (
  <>
    <span>{label}</span>
    <strong>{of === undefined ? '–' : formatMoney(of.amount)}</strong>
    <small>
      {of !== undefined &&
        (of.count === 1
          ? m.documents_totals_count_one()
          : m.documents_totals_count_many({ count: formatTotal(of.count) }))}
    </small>
  </>
);

const ofBoth: readonly DocumentState[] = ['all', 'draft', 'sent', 'viewed'];
const ofEstimates: readonly DocumentState[] = [
  'unanswered',
  'accepted',
  'declined',
  'expired',
  'invoiced',
];
const ofInvoices: readonly DocumentState[] = ['open', 'overdue', 'part_paid', 'paid'];

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
    ...ofBoth,
    ...(kind === 'invoice' ? [] : ofEstimates),
    ...(kind === 'estimate' ? [] : ofInvoices),
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
        usual="all"
        onChoose={onChoose}
      />
    </div>
  );
}
