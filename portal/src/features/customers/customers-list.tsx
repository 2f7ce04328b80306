import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { customerPageSizes as pageSizes } from '@lintel/contract/customers/constants';
import type { ListedCustomer } from '@lintel/contract/customers/customer';
import { formatCount, formatDate, formatPhone } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { largestFirst, type GridView } from '../../ui/grid-view.ts';
import { Link } from '../../ui/link.tsx';
import type { CustomersView } from './customers-view.ts';
import classes from './customers.module.css';

const columns: GridColumn<ListedCustomer>[] = [
  {
    accessor: 'name',
    title: m.common_name(),
    sortable: true,
    width: 230,
    render: (row) => (
      <span className={classes.name}>
        <Link to={`/customers/${row.id}`}>{row.name}</Link>
      </span>
    ),
  },
  {
    accessor: 'phone',
    title: m.common_phone(),
    noWrap: true,
    render: ({ phone }) => phone && <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a>,
  },
  {
    accessor: 'email',
    title: m.common_email(),
    width: 260,
    render: ({ email }) =>
      email && (
        <a className={classes.breaking} href={`mailto:${email}`}>
          {email}
        </a>
      ),
  },
  { accessor: 'city', title: m.common_city(), render: formatPlace },
  {
    accessor: 'tags',
    title: m.customers_tags(),
    width: 170,
    render: ({ tags }) => <Tags tags={tags} />,
  },
  {
    accessor: 'activeAt',
    title: m.customers_list_lastActivity(),
    ...largestFirst,
    noWrap: true,
    render: ({ activeAt }) => formatDate(activeAt),
  },
];

function formatPlace({ city, state }: { city: string; state: string }): string {
  return [city, state].filter((one) => one !== '').join(', ');
}

export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  );

interface Props {
  rows: readonly ListedCustomer[] | undefined;
  total: number;
  more: boolean | undefined;
  view: CustomersView;
  onView(change: Partial<GridView>): void;
  loading: boolean;
  failed: boolean;
  onRetry(): void;
  /** Only with permission to add customers. */
  onAdd?: () => void;
}

/** The customers: a table, or cards on a phone. */
export function CustomersList({ rows, onAdd, ...props }: Props) {
  const { view, total, more = false, onView } = props;
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const summary = formatCount(total, m.customers_count_one(), m.customers_count_many(), more);
  if (narrow && !props.failed && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={props.loading}>
        <ul className={classes.cards} aria-label={m.common_customers()}>
          {rows.map((row) => (
            <CustomerCard key={row.id} row={row} />
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
      label={m.common_customers()}
      columns={columns}
      rows={rows}
      pageSizes={pageSizes}
      minWidth={960}
      summary={summary}
      empty={emptyState(view, onAdd)}
    />
  );
}

function emptyState(view: CustomersView, onAdd: (() => void) | undefined) {
  if (view.search !== '' || view.tag !== '')
    return { title: m.common_noOneFound(), text: m.common_noSearchMatches() };
  if (view.state === 'archived')
    return {
      title: m.customers_list_noneArchived(),
      text: m.customers_list_noneArchivedText(),
    };
  if (onAdd === undefined)
    return { title: m.customers_list_none(), text: m.customers_list_readOnlyText() };
  return {
    title: m.customers_list_none(),
    text: m.customers_list_noneText(),
    action: <Button onClick={onAdd}>{m.customers_add()}</Button>,
  };
}

const CustomerCard = ({ row }: { row: ListedCustomer }) => (
  <li className={classes.card}>
    <span className={classes.cardName}>
      <Link to={`/customers/${row.id}`}>{row.name}</Link>
    </span>
    <span className={classes.quiet}>
      {[row.phone && formatPhone(row.phone), formatPlace(row)].filter(Boolean).join(' · ') ||
        row.email}
    </span>
    <Tags tags={row.tags} />
  </li>
);
