import type { DataTableColumn } from 'mantine-datatable';
import type { ManagedPayout } from '@lintel/contract/payouts';
import { formatMoney } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { monthName, stateLabels } from '../words.ts';
import { largestFirst } from '../../../ui/grid-view.ts';
import classes from './manage.module.css';

type Column = DataTableColumn<ManagedPayout>;

/**
 * The first column stays in view on a phone, so it leaves room for the others: a share of the
 * table's width.
 */
export const contractorColumn = (width: string): Column => ({
  accessor: 'companyName',
  title: 'Contractor',
  width,
  render: ({ companyName, payeeName }) => (
    <span className={classes.who}>
      <strong>{companyName}</strong>
      <span>{payeeName}</span>
    </span>
  ),
});

export const monthColumn: Column = {
  accessor: 'month',
  title: 'Month',
  ...largestFirst,
  noWrap: true,
  width: 160,
  render: ({ month }) => monthName(month),
};

export const amountColumn: Column = {
  accessor: 'amount',
  title: 'Amount',
  ...largestFirst,
  textAlign: 'right',
  width: 130,
  cellsClassName: 'numbers',
  render: ({ amount }) => formatMoney(amount),
};

export const stateColumn: Column = {
  accessor: 'state',
  title: 'Status',
  width: 120,
  render: ({ state }) => (
    <StatusBadge status={stateLabels[state].label} tone={stateLabels[state].tone} />
  ),
};
