import type { ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import {
  contractorPageSizes,
  type ContractorColumn,
} from '@lintel/contract/contractors/manage-constants';
import { formatCount, formatPhone, formatShortDate } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import {
  Activation,
  columnTitles,
  contractorGridColumns,
  Lead,
  SwitchToggle,
  TaxForm,
  columnsWidth,
} from './contractor-columns.tsx';
import { calledBy, RowActions, type RowTools } from './row-actions.tsx';
import classes from './contractors.module.css';

interface Props {
  list: UseQueryResult<{ data: ContractorRow[]; total: number; more?: true | undefined }>;
  view: GridView;
  onView(change: Partial<GridView>): void;
  filtered: boolean;
  shown: readonly ContractorColumn[];
  tools: RowTools;
}

const emptyState = (filtered: boolean) => ({
  title: m.contractors_list_noneFound(),
  text: filtered ? m.contractors_list_noMatches() : m.contractors_list_noneText(),
});

/** The contractors: a table, or cards on a phone. */
export function ContractorList({ list, view, onView, filtered, shown, tools }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const loading = list.isFetching && list.isPlaceholderData;
  const rows = list.data?.data;
  const { total = 0, more } = list.data ?? {};
  const paging = { view, onView, total, more, pageSizes: contractorPageSizes };
  const summary =
    list.data && formatCount(total, m.common_contractor_one(), m.common_contractor_many(), more);
  if (narrow && !list.isError && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading} data-busy={loading || undefined}>
        <ul className={classes.cards} aria-label={m.screens_contractors()}>
          {rows.map((row) => (
            <ContractorCard key={row.id} row={row} shown={shown} tools={tools} />
          ))}
        </ul>
        <GridFooter {...paging} summary={summary} />
      </div>
    );
  }
  return (
    <DataGrid
      {...paging}
      label={m.screens_contractors()}
      columns={contractorGridColumns(shown, tools)}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={columnsWidth(shown)}
      pinLast
      summary={summary}
      empty={emptyState(filtered)}
    />
  );
}

interface ContractorCardProps {
  row: ContractorRow;
  shown: readonly ContractorColumn[];
  tools: RowTools;
}

/** A contractor as a card, for phones, with the facts of the table's columns. */
function ContractorCard({ row, shown, tools }: ContractorCardProps) {
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
