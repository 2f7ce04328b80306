import { ActionIcon, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { ContractorRow } from '@lintel/contract/contractors';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { sortable } from './api/get-contractors.ts';
import classes from './contractor-columns.module.css';

/** The grid's columns. The switch stands beside the company's name, so that it stays in view on a phone. */
export const contractorColumns = (onSwitch: (row: ContractorRow) => void): DataTableColumn<ContractorRow>[] => [
  { ...sortable('companyName'), title: 'Company name', width: 260, render: (row) => <Company row={row} onSwitch={onSwitch} /> },
  { accessor: 'firstName', title: 'First name' },
  { accessor: 'lastName', title: 'Last name' },
  { ...sortable('email'), title: 'E-Mail' },
  { accessor: 'phone', title: 'Phone number', noWrap: true, render: ({ phone }) => formatPhone(phone) },
  { ...sortable('plan'), title: 'Plan', render: ({ plan }) => plan?.name ?? '–' },
  { ...sortable('registrationDate'), title: 'Registration date', noWrap: true, render: (row) => formatShortDate(row.registrationDate) },
  { ...sortable('paymentStatus'), title: 'Payment Status', render: (row) => <StatusBadge status={row.paymentStatus} /> },
  { ...sortable('contractorId'), title: 'Contractor ID', textAlign: 'right', render: ({ id }) => id },
];

function Company({ row, onSwitch }: { row: ContractorRow; onSwitch: (row: ContractorRow) => void }) {
  const label = `Switch to ${row.companyName}`;
  return (
    <span className={classes.company}>
      {row.hasUser ? (
        <Tooltip label={label}>
          <ActionIcon variant="default" size={32} aria-label={label} onClick={() => onSwitch(row)}>
            <IconArrowsExchange size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <span className={classes.noUser} />
      )}
      <span className={classes.name}>{row.companyName}</span>
    </span>
  );
}
