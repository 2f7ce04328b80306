import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMediaQuery } from '@mantine/hooks';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { listPayouts, readEarnings, Payout } from '@lintel/contract/payouts/runs';
import { payoutPageSizes, returnCodes } from '@lintel/contract/payouts/constants';
import { call } from '../../lib/api/call.ts';
import { formatMoney, formatBusinessDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { type GridView, largestFirst } from '../../ui/grid-view.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { capitalized, earningsText, holdWords, monthName, stateLabels } from './labels.ts';
import classes from './payouts.module.css';

const get = call<typeof listPayouts>({ method: 'GET', path: '/contractor/{id}/payouts' });
const getEarnings = call<typeof readEarnings>({ method: 'GET', path: '/contractor/{id}/earnings' });

const firstPayouts: GridView = { page: 1, limit: 10, order: '-month' };

/** One page of a contractor's payouts. The last page stays visible while the next one loads. */
const payoutsQuery = (id: number, { page, limit, order }: GridView) =>
  queryOptions({
    queryKey: ['payouts', 'own', id, { page, limit, order }],
    queryFn: ({ signal }) => get({ params: { id }, query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A contractor's earnings this year, and the reasons for held payouts. */
export const earningsQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'earnings', id],
    queryFn: ({ signal }) => getEarnings({ params: { id } }, { signal }),
  });

/** The state of a payout in one line. */
function payoutNotes(payout: Payout): string {
  const { state, reasons, account, sentAt, paidAt, returnedAt, returnCode } = payout;
  if (state === 'held') return reasons.map((reason) => holdWords[reason]).join(' ');
  if (state === 'due') return m.payouts_history_nextRun();
  if (state === 'sent') return m.payouts_history_sent({ sentAt: dated(sentAt), account });
  if (state === 'paid') return m.payouts_history_paid({ paidAt: dated(paidAt), account });
  if (state === 'returned')
    return m.payouts_history_returned({
      returnedAt: dated(returnedAt),
      returnCodes: returnCodes[returnCode] ?? returnCode,
    });
  return m.payouts_history_offset();
}

const dated = (at: string | null): string => (at === null ? '' : formatBusinessDate(at));

const columns: DataTableColumn<Payout>[] = [
  {
    accessor: 'month',
    title: m.common_month(),
    ...largestFirst,
    noWrap: true,
    width: 150,
    render: ({ month }) => monthName(month),
  },
  {
    accessor: 'amount',
    title: m.common_amount(),
    textAlign: 'right',
    width: 120,
    cellsClassName: 'numbers',
    render: ({ amount }) => formatMoney(amount),
  },
  {
    accessor: 'state',
    title: m.common_status(),
    width: 120,
    render: ({ state }) => (
      <StatusBadge status={stateLabels[state].label} tone={stateLabels[state].tone} />
    ),
  },
  {
    accessor: 'story',
    title: m.common_details(),
    render: (payout) => <span className={classes.story}>{payoutNotes(payout)}</span>,
  },
];

/** A payout and its state, as a card for phones. */
const PayoutCard = ({ payout }: { payout: Payout }) => (
  <li className={classes.payoutCard}>
    <strong>{monthName(payout.month)}</strong>
    <strong>{formatMoney(payout.amount)}</strong>
    <StatusBadge status={stateLabels[payout.state].label} tone={stateLabels[payout.state].tone} />
    <span className={classes.story}>{payoutNotes(payout)}</span>
  </li>
);

/** The contractor's payouts with reasons for holds: a table, or cards on phones. */
export function PayoutHistory({ contractor }: { contractor: Contractor }) {
  const [view, setView] = useState(firstPayouts);
  const list = useQuery(payoutsQuery(contractor.id, view));
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const change = (part: Partial<GridView>): void => setView((now) => ({ ...now, ...part }));
  const [rows, total] = [list.data?.data, list.data?.total ?? 0];
  return (
    <section className={classes.section}>
      <h2>{m.screens_payouts()}</h2>
      <Card bare>
        {narrow && !list.isError && rows !== undefined && rows.length > 0 ? (
          <div aria-busy={list.isPlaceholderData}>
            <ul className={classes.payoutCards} aria-label={m.screens_payouts()}>
              {rows.map((payout) => (
                <PayoutCard key={payout.id} payout={payout} />
              ))}
            </ul>
            <GridFooter
              view={view}
              total={total}
              pageSizes={payoutPageSizes}
              onView={change}
              summary={undefined}
            />
          </div>
        ) : (
          <DataGrid
            label={m.screens_payouts()}
            columns={columns}
            rows={rows}
            total={total}
            view={view}
            onView={change}
            pageSizes={payoutPageSizes}
            loading={list.isPlaceholderData}
            failed={list.isError}
            onRetry={() => void list.refetch()}
            minWidth={640}
            empty={{
              title: m.payouts_history_none(),
              text: m.payouts_history_noneText({
                contractor: capitalized(earningsText(contractor)),
              }),
            }}
          />
        )}
      </Card>
    </section>
  );
}
