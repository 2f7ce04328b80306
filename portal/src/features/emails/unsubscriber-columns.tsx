import type { DataTableColumn } from 'mantine-datatable';
import type { Unsubscriber } from '@lintel/contract/emails';
import type { unsubscriberOrders } from '@lintel/contract/emails-constants';
import { formatShortDate } from '../../lib/format.ts';
import { largestFirst } from '../../ui/grid-view.ts';

const sortable = (accessor: (typeof unsubscriberOrders)[number]) => ({
  accessor,
  sortable: true as const,
});

/** The grid's columns. */
export const unsubscriberColumns: DataTableColumn<Unsubscriber>[] = [
  { ...sortable('email'), title: 'E-mail' },
  {
    ...sortable('date'),
    ...largestFirst,
    title: 'Date',
    width: 160,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ date }) => formatShortDate(date),
  },
  { ...sortable('source'), title: 'Source', width: 180 },
];
