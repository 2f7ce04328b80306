import type { DataTableColumn } from 'mantine-datatable';
import type { CommissionRow } from '@lintel/contract/commissions';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Customer, TypeWords } from './commission-words.tsx';
import { largestFirst } from '../../ui/grid-view.ts';

const sortable = true;

export const reportColumns: DataTableColumn<CommissionRow>[] = [
  {
    accessor: 'userName',
    sortable,
    title: 'Customer',
    width: '36%',
    render: (row) => <Customer row={row} />,
  },
  {
    accessor: 'date',
    ...largestFirst,
    title: 'Date',
    noWrap: true,
    render: ({ date }) => formatDate(date),
  },
  {
    accessor: 'commission',
    ...largestFirst,
    title: 'Commission (USD)',
    textAlign: 'right',
    noWrap: true,
    render: ({ commission }) => formatMoney(commission),
  },
  {
    accessor: 'type',
    sortable,
    title: 'Type',
    width: '30%',
    render: (row) => <TypeWords row={row} />,
  },
];
