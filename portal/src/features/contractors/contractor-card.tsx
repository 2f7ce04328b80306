import type { ReactNode } from 'react';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import type { ContractorColumn } from '@lintel/contract/contractors-manage-constants';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Activation, Lead, SwitchToggle, TaxForm } from './contractor-cells.tsx';
import { columnTitles } from './contractor-columns.tsx';
import { RowActions } from './row-actions.tsx';
import { calledBy, type RowTools } from './row-tools.ts';
import classes from './contractors.module.css';

interface Props {
  row: ContractorRow;
  shown: readonly ContractorColumn[];
  tools: RowTools;
}

/** A contractor as a card, for phones: the same facts as in the table's columns. */
export function ContractorCard({ row, shown, tools }: Props) {
  const contents: Partial<Record<ContractorColumn, ReactNode>> = {
    phone: row.phone === '' ? '–' : <a href={`tel:+1${row.phone}`}>{formatPhone(row.phone)}</a>,
    plan: row.plan?.name ?? '–',
    registrationDate: formatShortDate(row.registrationDate),
    cpActivation: <Activation row={row} />,
    lead: <Lead row={row} />,
    paymentStatus: <StatusBadge status={row.paymentStatus} />,
    statusW9: <TaxForm row={row} tools={tools} />,
    contractorId: row.id,
  };
  const facts = shown.filter((name) => name in contents);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.company}>{calledBy(row)}</h3>
        <SwitchToggle row={row} tools={tools} />
        <RowActions row={row} tools={tools} />
      </div>
      <p className={classes.contact}>
        {row.fullName || '–'}
        {row.email !== '' && <a href={`mailto:${row.email}`}>{row.email}</a>}
      </p>
      <dl className={classes.facts}>
        {facts.map((name) => (
          <div key={name}>
            <dt>{columnTitles[name]}</dt>
            <dd>{contents[name]}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
