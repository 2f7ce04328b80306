import { ActionIcon, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { ContractorRow } from '@lintel/contract/contractors';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { sortable } from './api/get-contractors.ts';
import classes from './contractor-columns.module.css';

/** The grid's columns. The first and the last stay in view on a phone: whose row it is, and the switch into the account. */
export const contractorColumns = (onSwitch: (row: ContractorRow) => void): DataTableColumn<ContractorRow>[] => [
  {
    ...sortable('companyName'),
    title: 'Company name',
    width: 'clamp(140px, 36vw, 240px)',
    render: ({ companyName }) => <strong className={classes.name}>{companyName}</strong>,
  },
  { accessor: 'firstName', title: 'First name' },
  { accessor: 'lastName', title: 'Last name' },
  { ...sortable('email'), title: 'E-Mail' },
  { accessor: 'phone', title: 'Phone number', noWrap: true, render: ({ phone }) => formatPhone(phone) },
  { ...sortable('plan'), title: 'Plan', noWrap: true, render: ({ plan }) => plan?.name ?? '–' },
  {
    ...sortable('registrationDate'),
    title: 'Registration date',
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => formatShortDate(row.registrationDate),
  },
  { ...sortable('paymentStatus'), title: 'Payment Status', render: (row) => <StatusBadge status={row.paymentStatus} /> },
  { ...sortable('contractorId'), title: 'Contractor ID', textAlign: 'right', render: ({ id }) => id },
  {
    ...sortable('hasUser'),
    title: 'Account',
    width: 108,
    textAlign: 'center',
    render: (row) => row.hasUser && <Switch row={row} onSwitch={onSwitch} />,
  },
];

function Switch({ row, onSwitch }: { row: ContractorRow; onSwitch: (row: ContractorRow) => void }) {
  const label = `Switch to ${row.companyName}`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={32} aria-label={label} onClick={() => onSwitch(row)}>
        <IconArrowsExchange size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
