import type { DataTableColumn } from 'mantine-datatable';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import type {
  ContractorColumn,
  ContractorOrder,
} from '@lintel/contract/contractors-manage-constants';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Activation, Lead, SwitchToggle, TaxForm } from './contractor-cells.tsx';
import { RowActions } from './row-actions.tsx';
import type { RowTools } from './row-tools.ts';
import { largestFirst } from '../../ui/grid-view.ts';
import classes from './contractors.module.css';

type Column = DataTableColumn<ContractorRow>;

const sortable = (accessor: ContractorOrder, width: number) => ({
  accessor,
  width,
  sortable: true as const,
});

/** What the columns that can be hidden are called. */
export const columnTitles: Record<ContractorColumn, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-Mail',
  phone: 'Phone number',
  plan: 'Plan',
  registrationDate: 'Registration date',
  cpActivation: 'CP activation',
  lead: 'Lead',
  paymentStatus: 'Payment Status',
  statusW9: 'W-9 status',
  contractorId: 'Contractor ID',
};

const plain: Omit<Record<ContractorColumn, Column>, 'statusW9'> = {
  firstName: { ...sortable('firstName', 130), ellipsis: true },
  lastName: { ...sortable('lastName', 130), ellipsis: true },
  email: { ...sortable('email', 230), ellipsis: true },
  phone: {
    ...sortable('phone', 146),
    noWrap: true,
    render: ({ phone }) => formatPhone(phone) || '–',
  },
  plan: { ...sortable('plan', 150), ellipsis: true, render: ({ plan }) => plan?.name ?? '–' },
  registrationDate: {
    ...sortable('registrationDate', 160),
    ...largestFirst,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => formatShortDate(row.registrationDate),
  },
  cpActivation: {
    ...sortable('cpActivation', 140),
    ...largestFirst,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => <Activation row={row} />,
  },
  lead: {
    accessor: 'lead',
    width: 96,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => <Lead row={row} />,
  },
  paymentStatus: {
    ...sortable('paymentStatus', 146),
    render: (row) => <StatusBadge status={row.paymentStatus} />,
  },
  contractorId: { ...sortable('contractorId', 130), textAlign: 'right', cellsClassName: 'numbers' },
};

/**
 * The grid's columns: the switch, the company's name, those that are chosen, and what can be done.
 * The name stays in view.
 */
export function contractorGridColumns(
  shown: readonly ContractorColumn[],
  tools: RowTools,
): Column[] {
  const columns: Record<ContractorColumn, Column> = {
    ...plain,
    statusW9: {
      ...sortable('statusW9', 140),
      noWrap: true,
      render: (row) => <TaxForm row={row} tools={tools} />,
    },
  };
  return [
    {
      ...sortable('hasUser', 64),
      title: <span className={classes.spoken}>Switch to user</span>,
      textAlign: 'center',
      render: (row) => <SwitchToggle row={row} tools={tools} />,
    },
    {
      ...sortable('companyName', 220),
      title: 'Company name',
      cellsClassName: classes.stays ?? '',
      titleClassName: classes.stays ?? '',
      render: ({ companyName }) => <strong className={classes.name}>{companyName || '–'}</strong>,
    },
    ...shown.map((name) => ({ ...columns[name], title: columnTitles[name] })),
    {
      accessor: 'actions',
      title: <span className={classes.spoken}>Actions</span>,
      width: 64,
      textAlign: 'center',
      render: (row) => <RowActions row={row} tools={tools} />,
    },
  ];
}

/** How wide the table is that shows these columns, in pixels. */
export const widthOf = (shown: readonly ContractorColumn[]): number =>
  64 +
  220 +
  64 +
  shown.reduce((sum, name) => sum + (name === 'statusW9' ? 140 : Number(plain[name].width)), 0);
