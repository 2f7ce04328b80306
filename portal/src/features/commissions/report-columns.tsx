import type { DataTableColumn } from 'mantine-datatable';
import type { CommissionRow } from '@lintel/contract/commissions';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Customer, TypeWords } from './commission-words.tsx';

const sortable = true;

export const reportColumns: DataTableColumn<CommissionRow>[] = [
  { accessor: 'userName', sortable, title: 'Customer', width: '36%', render: (row) => <Customer row={row} /> },
  { accessor: 'date', sortable, title: 'Date', noWrap: true, render: ({ date }) => formatDate(date) },
  {
    accessor: 'commission',
    sortable,
    title: 'Commission (USD)',
    textAlign: 'right',
    noWrap: true,
    render: ({ commission }) => formatMoney(commission),
  },
  { accessor: 'type', sortable, title: 'Type', width: '30%', render: (row) => <TypeWords row={row} /> },
];
