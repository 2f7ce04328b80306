import { useRef, useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { resetStaffFactors, StaffAccount } from '@lintel/contract/identity/staff';
import {
  staffPageSizes,
  staffStatuses,
  type StaffStatus,
} from '@lintel/contract/identity/staff-constants';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import type { Tone } from '../../../theme.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar, type FilterChip } from '../../../ui/filter-bar.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { largestFirst, type GridView } from '../../../ui/grid-view.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ResetFactorsModal } from '../reset-factors-modal.tsx';
import { DeactivateModal } from './deactivate-modal.tsx';
import { RowActions } from './row-actions.tsx';
import { StaffModal } from './staff-modal.tsx';
import {
  isFiltered,
  noFilters,
  staffKey,
  staffQuery,
  staffRolesQuery,
  type StaffView,
} from './staff-view.ts';
import classes from './staff.module.css';

const resetFactors = call<typeof resetStaffFactors>(
  { method: 'POST', path: '/manage/staff/{id}/reset-factors', encoding: 'json' },
  { handles: [500] },
);

interface Props {
  view: StaffView;
  onChange(change: Partial<StaffView>): void;
  mayChange: boolean;
}

/** The account's actions; null without any. */
type Tools = Record<'onEdit' | 'onReset' | 'onDeactivate', (account: StaffAccount) => void> | null;

/** The staff accounts: find, invite, and edit. */
export function StaffTab({ view, onChange, mayChange }: Props) {
  const [editing, setEditing] = useState<StaffAccount | 'new' | null>(null);
  const [resetting, setResetting] = useState<StaffAccount | null>(null);
  const [leaving, setLeaving] = useState<StaffAccount | null>(null);
  const client = useQueryClient();
  const from = useRef<Element>(null);
  const open = (account: StaffAccount | 'new'): void => {
    from.current = document.activeElement;
    setEditing(account);
  };
  const reset = (account: StaffAccount): void => {
    from.current = document.activeElement;
    setResetting(account);
  };
  const deactivate = (account: StaffAccount): void => {
    from.current = document.activeElement;
    setLeaving(account);
  };
  const close = (): void => {
    setEditing(null);
    setLeaving(null);
    setResetting(null);
    // Keeps the keyboard focus in place.
    if (from.current instanceof HTMLElement) from.current.focus();
  };
  return (
    <>
      <StaffFilters view={view} onChange={onChange}>
        {mayChange && (
          <Button className={classes.main ?? ''} onClick={() => open('new')}>
            {m.identity_staff_inviteShort()}
          </Button>
        )}
      </StaffFilters>
      <StaffList
        view={view}
        onChange={onChange}
        tools={mayChange ? { onEdit: open, onReset: reset, onDeactivate: deactivate } : null}
      />
      {editing !== null && (
        <StaffModal account={editing === 'new' ? null : editing} onClose={close} />
      )}
      {leaving !== null && <DeactivateModal account={leaving} onClose={close} />}
      {resetting !== null && (
        <ResetFactorsModal
          name={`${resetting.firstname} ${resetting.lastname}`}
          onReset={async (body) => {
            const answer = await resetFactors({ params: { id: resetting.id }, body });
            await client.invalidateQueries({ queryKey: staffKey });
            return answer;
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const statusNames: Record<StaffStatus, string> = {
  active: m.common_active(),
  invited: m.identity_status_invited(),
  deactivated: m.identity_status_deactivated(),
};
const statusTones: Record<StaffStatus, Tone> = {
  active: 'green',
  invited: 'blue',
  deactivated: 'grey',
};
const factorNames = { with: m.common_on(), without: m.common_off() } as const;

const statuses = [
  { value: '', label: m.common_all() },
  ...staffStatuses.map((value) => ({ value, label: statusNames[value] })),
];
const factors = [
  { value: '', label: m.common_all() },
  { value: 'with', label: factorNames.with },
  { value: 'without', label: factorNames.without },
];

interface FilterProps {
  view: StaffView;
  onChange(change: Partial<StaffView>): void;
  children: React.ReactNode;
}

/** The list's filters, and the active ones below them. */
function StaffFilters({ view, onChange, children }: FilterProps) {
  const roles = (useQuery(staffRolesQuery).data ?? []).filter(
    ({ audience }) => audience === 'staff',
  );
  const chosen = roles.find(({ id }) => id === view.role)?.name;
  return (
    <FilterBar chips={filterChips(view, chosen, onChange)} onClear={() => onChange(noFilters)}>
      <SearchField
        value={view.search}
        onChange={(search) => onChange({ search })}
        label={m.identity_staff_search()}
        placeholder={m.identity_staff_searchPlaceholder()}
      />
      <Select
        label={m.identity_staff_role()}
        data={[
          { value: '', label: m.common_all() },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(view.role ?? '')}
        onChange={(role) => onChange({ role: role ? Number(role) : undefined })}
        className={classes.choice ?? ''}
      />
      <Select
        label={m.common_status()}
        data={statuses}
        value={view.status}
        onChange={(status) =>
          onChange({ status: staffStatuses.find((one) => one === status) ?? '' })
        }
        className={classes.choice ?? ''}
      />
      <Select
        label={m.identity_staff_twoStep()}
        data={factors}
        value={view.factor}
        onChange={(factor) =>
          onChange({ factor: factor === 'with' || factor === 'without' ? factor : '' })
        }
        className={classes.choice ?? ''}
      />
      {children}
    </FilterBar>
  );
}

function filterChips(
  { search, role, status, factor }: StaffView,
  roleName: string | undefined,
  onChange: Props['onChange'],
): FilterChip[] {
  const set: [label: string, value: string, off: Partial<StaffView>][] = [
    [m.common_search(), search, { search: '' }],
    [
      m.identity_staff_role(),
      role === undefined ? '' : (roleName ?? String(role)),
      { role: undefined },
    ],
    [m.common_status(), status === '' ? '' : statusNames[status], { status: '' }],
    [m.identity_staff_twoStep(), factor === '' ? '' : factorNames[factor], { factor: '' }],
  ];
  return set
    .filter(([, value]) => value !== '')
    .map(([label, value, off]) => ({
      key: label,
      label: `${label}: ${value}`,
      onRemove: () => onChange(off),
    }));
}

const Name = ({ account: { firstname, lastname, email } }: { account: StaffAccount }) => (
  <span className={classes.cell}>
    <strong>
      {firstname} {lastname}
    </strong>
    <span className={classes.quiet}>{email}</span>
  </span>
);

const Status = ({ account: { status } }: { account: StaffAccount }) => (
  <StatusBadge status={statusNames[status]} tone={statusTones[status]} />
);

const methodNames = { passkey: m.identity_staff_passkey(), app: m.identity_staff_app() } as const;

const TwoStep = ({ account: { factors: methods } }: { account: StaffAccount }) => (
  <StatusBadge
    status={methods.map((way) => methodNames[way]).join(', ') || factorNames.without}
    tone={methods.length > 0 ? 'green' : 'amber'}
  />
);

const roleNames = ({ roles }: StaffAccount): string =>
  roles.map(({ name }) => name).join(', ') || m.common_none();

const lastUse = ({ lastSeen }: StaffAccount): string =>
  lastSeen === null ? m.common_never() : formatMoment(lastSeen);

const columnsWith = (tools: Tools): DataTableColumn<StaffAccount>[] => [
  {
    accessor: 'name',
    title: m.common_name(),
    width: 260,
    sortable: true,
    render: (account) => <Name account={account} />,
  },
  { accessor: 'roles', title: m.identity_roles_title(), render: roleNames },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 130,
    render: (account) => <Status account={account} />,
  },
  {
    accessor: 'factors',
    title: m.identity_staff_twoStep(),
    width: 130,
    render: (account) => <TwoStep account={account} />,
  },
  {
    accessor: 'lastSeen',
    title: m.identity_lastUsed(),
    width: 200,
    noWrap: true,
    cellsClassName: 'numbers',
    ...largestFirst,
    render: lastUse,
  },
  ...(tools === null
    ? []
    : [
        {
          accessor: 'actions',
          title: m.common_actions(),
          width: 90,
          render: (account: StaffAccount) => <RowActions account={account} {...tools} />,
        },
      ]),
];

const emptyState = (filtered: boolean) => ({
  title: m.common_noOneFound(),
  text: filtered ? m.identity_staff_noMatches() : m.identity_staff_noneText(),
});

interface ListProps {
  view: StaffView;
  onChange(change: Partial<StaffView>): void;
  tools: Tools;
}

/** The accounts: a table, or cards on a phone. */
function StaffList({ view, onChange, tools }: ListProps) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const list = useQuery(staffQuery(view));
  const { data } = list;
  const rows = data?.data;
  const loading = list.isFetching && list.isPlaceholderData;
  const paging = {
    view,
    onView: ({ order, ...others }: Partial<GridView>) =>
      onChange({ ...others, ...(order !== undefined && { order: orderNamed(order) }) }),
    total: data?.total ?? 0,
    pageSizes: staffPageSizes,
    summary: data && formatCount(data.total, m.identity_person_one(), m.identity_person_many()),
  };
  if (narrow && !list.isError && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label={m.common_staff()}>
          {rows.map((account) => (
            <AccountCard key={account.id} account={account} tools={tools} />
          ))}
        </ul>
        <GridFooter {...paging} />
      </div>
    );
  return (
    <DataGrid
      {...paging}
      label={m.common_staff()}
      columns={columnsWith(tools)}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={940}
      pinLast={tools !== null}
      empty={emptyState(isFiltered(view))}
    />
  );
}

/** The grid reports its order as text; only sortable columns are valid. */
const orderNamed = (order: string): StaffView['order'] => {
  const field = order.slice(1) === 'lastSeen' ? 'lastSeen' : 'name';
  return `${order.startsWith('-') ? '-' : '+'}${field}`;
};

/** An account as a card, for phones. */
const AccountCard = ({ account, tools }: { account: StaffAccount; tools: Tools }) => (
  <li className={classes.card}>
    <div className={classes.cardHead}>
      <Name account={account} />
      {tools !== null && <RowActions account={account} {...tools} />}
    </div>
    <span>{roleNames(account)}</span>
    <span className={classes.badges}>
      <Status account={account} />
      <span className={classes.quiet}>{m.identity_staff_twoStep()}</span>
      <TwoStep account={account} />
    </span>
    <span className={classes.quiet}>
      {m.identity_staff_lastUsed({ account: lastUse(account) })}
    </span>
  </li>
);
