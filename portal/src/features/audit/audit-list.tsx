import type { DataTableColumn } from 'mantine-datatable';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { auditPageSizes, auditReach, type AuditEntry } from '@lintel/contract/audit/log';
import { formatCount } from '../../lib/format.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import type { AuditView } from './audit-view.ts';
import classes from './audit.module.css';

/** The actions of an entry. */
interface Tools {
  onOpen(id: number): void;
  /** Filters the list. */
  onNarrow(change: Partial<AuditView>): void;
}

interface Props extends Tools {
  list: UseQueryResult<{ data: AuditEntry[]; total: number; more: boolean }>;
  view: Pick<GridView, 'page' | 'limit'>;
  onView(change: Partial<Pick<GridView, 'page' | 'limit'>>): void;
  filtered: boolean;
}

/** The actor, as text. */
export const actorName = ({ by, bySystem }: AuditEntry): string =>
  by === null
    ? bySystem
      ? m.audit_list_system()
      : m.common_notSignedIn()
    : by.name || m.audit_list_account({ id: by.id });

function Actor({ entry, onNarrow }: { entry: AuditEntry } & Pick<Tools, 'onNarrow'>) {
  const { by, as } = entry;
  return (
    <span className={classes.cell}>
      {by === null ? (
        <span className={classes.quiet}>{actorName(entry)}</span>
      ) : (
        <button
          type="button"
          className={classes.narrow}
          title={m.audit_list_showPerson()}
          onClick={() => onNarrow({ person: by.id })}
        >
          {actorName(entry)}
        </button>
      )}
      {by !== null && by.email !== '' && <span className={classes.quiet}>{by.email}</span>}
      {as !== null && (
        <span className={classes.as}>
          {m.audit_list_asWho({ who: as.name || m.audit_list_account_inline({ id: as.id }) })}
        </span>
      )}
    </span>
  );
}

const ActionCell = ({ entry, onOpen }: { entry: AuditEntry } & Pick<Tools, 'onOpen'>) => (
  <span className={classes.cell}>
    <button type="button" className={classes.open} onClick={() => onOpen(entry.id)}>
      {entry.text}
    </button>
    {entry.about !== '' && <span className={classes.quiet}>{entry.about}</span>}
  </span>
);

const ContractorCell = ({ entry, onNarrow }: { entry: AuditEntry } & Pick<Tools, 'onNarrow'>) => {
  const { contractor } = entry;
  if (contractor === null) return <span className={classes.quiet}>–</span>;
  return (
    <button
      type="button"
      className={classes.narrow}
      title={m.audit_list_showContractor()}
      onClick={() => onNarrow({ contractor: contractor.id })}
    >
      {contractor.name || m.common_contractorId({ id: contractor.id })}
    </button>
  );
};

const columnsWith = (tools: Tools): DataTableColumn<AuditEntry>[] => [
  {
    accessor: 'at',
    title: m.audit_when(),
    width: 190,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ at }) => formatMoment(at),
  },
  {
    accessor: 'by',
    title: m.audit_who(),
    width: 220,
    render: (entry) => <Actor {...tools} entry={entry} />,
  },
  {
    accessor: 'text',
    title: m.audit_what(),
    render: (entry) => <ActionCell {...tools} entry={entry} />,
  },
  {
    accessor: 'contractor',
    title: m.common_contractor(),
    width: 200,
    render: (entry) => <ContractorCell {...tools} entry={entry} />,
  },
  {
    accessor: 'address',
    title: m.common_address(),
    width: 140,
    cellsClassName: 'numbers',
    render: ({ address }) =>
      address === '' ? (
        <span className={classes.quiet}>–</span>
      ) : (
        <span className={classes.address}>{address}</span>
      ),
  },
];

const emptyState = (filtered: boolean) => ({
  title: m.audit_list_empty(),
  text: filtered ? m.common_noFilterMatches() : m.audit_list_emptyText(),
});

/** The entries: a table, or cards on a phone. */
export function AuditList({ list, view, onView, filtered, ...tools }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { data } = list;
  const rows = data?.data;
  const loading = list.isFetching && list.isPlaceholderData;
  const paging = {
    view: { ...view, order: '-at' },
    onView: ({ page, limit }: Partial<GridView>) =>
      onView({ ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }),
    total: data?.total ?? 0,
    pageSizes: auditPageSizes,
    summary: data && <Count {...data} />,
  };
  if (narrow && !list.isError && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label={m.screens_auditLog()}>
          {rows.map((entry) => (
            <EntryCard key={entry.id} entry={entry} {...tools} />
          ))}
        </ul>
        <GridFooter {...paging} />
      </div>
    );
  return (
    <DataGrid
      {...paging}
      label={m.screens_auditLog()}
      columns={columnsWith(tools)}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={980}
      empty={emptyState(filtered)}
    />
  );
}

const Count = ({ total, more }: { total: number; more: boolean }) =>
  more ? (
    <>{m.audit_list_reach({ auditReach: auditReach.toLocaleString('en-US') })}</>
  ) : (
    formatCount(total, m.audit_entry_one(), m.audit_entry_many())
  );

/** An entry as a card, for phones. */
const EntryCard = ({ entry, ...tools }: { entry: AuditEntry } & Tools) => (
  <li className={classes.card}>
    <ActionCell {...tools} entry={entry} />
    <Actor {...tools} entry={entry} />
    {entry.contractor !== null && <ContractorCell {...tools} entry={entry} />}
    <span className={classes.quiet}>
      {formatMoment(entry.at)}
      {entry.address !== '' && ` · ${entry.address}`}
    </span>
  </li>
);
