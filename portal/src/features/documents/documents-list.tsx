import type { ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { documentPageSizes as pageSizes } from '@lintel/contract/documents/constants';
import type { ListedDocument } from '@lintel/contract/documents/views';
import { formatCount, formatDate, formatMoney, formatWholeMoney } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { largestFirst, type GridView } from '../../ui/grid-view.ts';
import { Link } from '../../ui/link.tsx';
import { DocumentStatusBadges, lastDay, documentName } from './document-labels.tsx';
import type { DocumentsView } from './documents-view.ts';
import classes from './documents.module.css';

const columns: GridColumn<ListedDocument>[] = [
  {
    accessor: 'number',
    title: m.common_document(),
    ...largestFirst,
    width: 130,
    render: (row) => (
      <span className={classes.name}>
        <Link to={`/documents/${row.id}`}>{documentName(row)}</Link>
      </span>
    ),
  },
  {
    accessor: 'customer',
    title: m.common_customer(),
    sortable: true,
    width: 200,
    render: ({ customerName, projectName }) => (
      <span className={classes.twoLines}>
        <span>{customerName || m.common_unnamed()}</span>
        {projectName !== '' && <small>{projectName}</small>}
      </span>
    ),
  },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 140,
    render: (row) => (
      <span className={classes.badges}>
        <DocumentStatusBadges row={row} />
      </span>
    ),
  },
  {
    accessor: 'issued',
    title: m.common_date(),
    ...largestFirst,
    noWrap: true,
    render: ({ issuedOn }) => issuedOn && formatDate(issuedOn),
  },
  {
    accessor: 'due',
    title: m.documents_list_dueOrValid(),
    ...largestFirst,
    noWrap: true,
    render: lastDay,
  },
  {
    accessor: 'total',
    title: m.common_total(),
    ...largestFirst,
    textAlign: 'right',
    noWrap: true,
    render: (row) => (
      <span className={classes.twoLines}>
        <span>{formatMoney(row.total)}</span>
        <Monthly row={row} />
      </span>
    ),
  },
  {
    accessor: 'balance',
    title: m.documents_balance(),
    ...largestFirst,
    textAlign: 'right',
    noWrap: true,
    render: (row) => formatBalance(row),
  },
  {
    accessor: 'updated',
    title: m.documents_changed(),
    ...largestFirst,
    noWrap: true,
    render: ({ updatedAt }) => formatDate(updatedAt),
  },
];

/** The customer's monthly payment, if it can be financed. */
const Monthly = ({ row: { monthlyPayment } }: { row: ListedDocument }) =>
  monthlyPayment === null ? null : (
    <small>{m.common_aboutAMonth({ payment: formatWholeMoney(monthlyPayment) })}</small>
  );

/** The amount due; empty for estimates, drafts, and void documents. */
const formatBalance = ({ kind, status, balance }: ListedDocument): string =>
  kind === 'estimate' || status === 'draft' || status === 'void' ? '–' : formatMoney(balance);

interface Props {
  rows: readonly ListedDocument[] | undefined;
  total: number;
  more: boolean | undefined;
  view: DocumentsView;
  onView(change: Partial<GridView>): void;
  loading: boolean;
  failed: boolean;
  onRetry(): void;
  /** Help to get started, for users who may create documents. */
  begin: ReactNode;
}

/** The documents: a table, or cards on a phone. */
export function DocumentsList({ rows, begin, ...props }: Props) {
  const { view, total, more = false, onView } = props;
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const summary = formatCount(total, m.documents_count_one(), m.documents_count_many(), more);
  if (narrow && !props.failed && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={props.loading}>
        <ul className={classes.cards} aria-label={m.common_documents()}>
          {rows.map((row) => (
            <DocumentCard key={row.id} row={row} />
          ))}
        </ul>
        <GridFooter
          view={view}
          total={total}
          more={more}
          pageSizes={pageSizes}
          onView={onView}
          summary={summary}
        />
      </div>
    );
  return (
    <DataGrid
      {...props}
      label={m.common_documents()}
      columns={columns}
      rows={rows}
      pageSizes={pageSizes}
      minWidth={1000}
      summary={summary}
      empty={emptyState(view, begin)}
    />
  );
}

function emptyState({ search, kind, state, customerId }: DocumentsView, begin: ReactNode) {
  if (search !== '' || kind !== undefined || state !== 'all' || customerId !== undefined)
    return {
      title: m.common_nothingFound(),
      text: m.documents_list_noMatches(),
    };
  const mayBegin = begin !== undefined && begin !== false;
  return {
    title: m.documents_none(),
    text: mayBegin ? m.documents_list_noneText() : m.documents_list_readOnlyText(),
    action: begin,
  };
}

const DocumentCard = ({ row }: { row: ListedDocument }) => (
  <li className={classes.card}>
    <span className={classes.cardHead}>
      <span className={classes.cardName}>
        <Link to={`/documents/${row.id}`}>{documentName(row)}</Link>
      </span>
      <strong>{formatMoney(row.total)}</strong>
    </span>
    <span className={classes.cardCustomer}>
      {[row.customerName || m.common_unnamed(), row.projectName].filter(Boolean).join(' · ')}
    </span>
    <Monthly row={row} />
    <span className={classes.cardFoot}>
      <span className={classes.badges}>
        <DocumentStatusBadges row={row} />
      </span>
      <small>{cardDate(row)}</small>
    </span>
  </li>
);

const cardDate = (row: ListedDocument): string => {
  const last = lastDay(row);
  if (last === '') return row.issuedOn === null ? '' : formatDate(row.issuedOn);
  return row.kind === 'invoice'
    ? m.documents_list_dueOn({ date: last })
    : m.documents_list_validUntil({ date: last });
};
