import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { PersonStatus } from '@lintel/contract/lenders/constants';
import type {
  listLenderPeople,
  inviteLenderPerson,
  inviteLenderPersonAgain,
  LenderPerson,
  reactivateLenderPerson,
  resetLenderPersonFactors,
  revokeLenderPerson,
} from '@lintel/contract/lenders/people';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadResetFactors } from '../../identity/index.ts';
import { lendersKey } from '../requests.ts';

const ResetFactorsModal = lazy(loadResetFactors);

const path = '/manage/lenders/{id}/people';
const getPeople = call<typeof listLenderPeople>({ method: 'GET', path });
const invite = call<typeof inviteLenderPerson>({ method: 'POST', path }, { handles: [500] });
const person = `${path}/{person}` as const;
const presses = {
  invite: call<typeof inviteLenderPersonAgain>({ method: 'POST', path: `${person}/invite` }),
  revoke: call<typeof revokeLenderPerson>({ method: 'POST', path: `${person}/revoke` }),
  reactivate: call<typeof reactivateLenderPerson>({
    method: 'POST',
    path: `${person}/reactivate`,
  }),
};
const resetFactors = call<typeof resetLenderPersonFactors>({
  method: 'POST',
  path: `${person}/reset-factors`,
});

const peopleKey = (lenderId: number) => [...lendersKey, lenderId, 'people'] as const;

interface View {
  page: number;
  limit: number;
  order: string;
  search: string;
}
const peopleQuery = (lenderId: number, view: View) =>
  queryOptions({
    queryKey: [...peopleKey(lenderId), view],
    queryFn: ({ signal }) => getPeople({ params: { id: lenderId }, query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

const statusNames: Record<PersonStatus, string> = {
  active: m.lenders_status_active(),
  invited: m.lenders_people_invited(),
  revoked: m.lenders_people_revoked(),
};
const tones: Record<PersonStatus, Tone> = { active: 'green', invited: 'amber', revoked: 'grey' };
const nameOf = ({ firstname, lastname }: LenderPerson): string => `${firstname} ${lastname}`;

const columnsFor = (
  actions: ((row: LenderPerson) => ReactNode) | null,
): GridColumn<LenderPerson>[] => [
  { accessor: 'name', title: m.common_name(), width: 200, sortable: true, render: nameOf },
  { accessor: 'email', title: m.common_email(), width: 240, sortable: true },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 110,
    noWrap: true,
    render: ({ status }) => <StatusBadge status={statusNames[status]} tone={tones[status]} />,
  },
  {
    accessor: 'hasFactor',
    title: m.lenders_people_twoStep(),
    width: 120,
    noWrap: true,
    render: ({ hasFactor }) => (hasFactor ? m.lenders_people_on() : m.lenders_people_off()),
  },
  {
    accessor: 'lastSeen',
    title: m.lenders_people_lastSeen(),
    width: 190,
    noWrap: true,
    sortable: true,
    render: ({ lastSeen }) => (lastSeen === null ? '–' : formatMoment(lastSeen)),
  },
  ...(actions
    ? [{ accessor: 'actions', title: m.common_actions(), width: 110, render: actions }]
    : []),
];

/** Who works for a lender at its desk. */
export function PeopleCard({ lenderId, mayChange }: { lenderId: number; mayChange: boolean }) {
  const [view, setView] = useState<View>({ page: 1, limit: 25, order: '+name', search: '' });
  const [inviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<LenderPerson | null>(null);
  const client = useQueryClient();
  const list = useQuery(peopleQuery(lenderId, view));
  const actions = (row: LenderPerson) => (
    <RowActions lenderId={lenderId} row={row} onReset={() => setResetting(row)} />
  );
  return (
    <Card bare title={m.lenders_people()} text={m.lenders_people_text()}>
      <FilterBar>
        <SearchField
          value={view.search}
          onChange={(search) => setView({ ...view, search, page: 1 })}
          label={m.lenders_people_search()}
          placeholder={m.identity_staff_searchPlaceholder()}
        />
        {mayChange && (
          <Button onClick={() => setInviting(true)}>{m.lenders_people_invite()}</Button>
        )}
      </FilterBar>
      <DataGrid
        label={m.lenders_people()}
        columns={columnsFor(mayChange ? actions : null)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={(change) => setView({ ...view, ...change })}
        pageSizes={[25, 50, 100]}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={900}
        empty={{ title: m.lenders_people_none(), text: m.lenders_people_noneText() }}
      />
      {inviting && <InviteModal lenderId={lenderId} onClose={() => setInviting(false)} />}
      {resetting && (
        <Suspense>
          <ResetFactorsModal
            name={nameOf(resetting)}
            onReset={async (body) => {
              const params = { id: lenderId, person: resetting.id };
              const answer = await resetFactors({ params, body });
              await client.invalidateQueries({ queryKey: peopleKey(lenderId) });
              return answer;
            }}
            onClose={() => setResetting(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function RowActions({
  lenderId,
  row,
  onReset,
}: {
  lenderId: number;
  row: LenderPerson;
  onReset(): void;
}) {
  const action = useAction({
    ask: (press: keyof typeof presses) =>
      press !== 'revoke' ||
      openDialog({
        title: m.lenders_people_revokeTitle({ name: nameOf(row) }),
        text: m.lenders_people_revokeText(),
        confirm: m.lenders_people_revoke(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: (press: keyof typeof presses) =>
      presses[press]({ params: { id: lenderId, person: row.id } }),
    successToast: ({ message }) => message,
    refresh: [peopleKey(lenderId)],
    refreshAlways: true,
  });
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={action.busy}
          aria-label={m.identity_staff_actionsFor({ account: nameOf(row) })}
        >
          {m.common_actions()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {row.status === 'invited' && (
          <Menu.Item onClick={() => void action.run('invite')}>
            {m.identity_staff_resendInvitation()}
          </Menu.Item>
        )}
        {row.status === 'revoked' ? (
          <Menu.Item onClick={() => void action.run('reactivate')}>
            {m.lenders_people_reactivate()}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void action.run('revoke')}>
            {m.lenders_people_revoke()}
          </Menu.Item>
        )}
        {row.hasFactor && (
          <Menu.Item onClick={onReset}>{m.lenders_people_resetFactors()}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function InviteModal({ lenderId, onClose }: { lenderId: number; onClose(): void }) {
  const client = useQueryClient();
  const { form, field, busy } = useContractForm({
    initial: { firstname: '', lastname: '', email: '' },
    rules: () =>
      import('@lintel/contract/lenders/people').then((module) => module.lenderPersonForm),
    onSubmit: async (body) => {
      const { message } = await invite({ params: { id: lenderId }, body });
      showToast(message);
      await client.invalidateQueries({ queryKey: peopleKey(lenderId) });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={m.lenders_people_inviteTitle()}>
      <form {...form}>
        <TextInput {...field('firstname')} label={m.common_firstName()} required data-autofocus />
        <TextInput {...field('lastname')} label={m.common_lastName()} required mt="md" />
        <TextInput
          {...field('email')}
          label={m.common_email()}
          description={m.lenders_people_emailHelp()}
          inputMode="email"
          required
          mt="md"
        />
        <FormActions submit={m.identity_staff_invite()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
