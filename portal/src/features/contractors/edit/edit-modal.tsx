import { Suspense, useState } from 'react';
import { Modal, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import type { HistoryEntry, readHistory } from '@lintel/contract/contractors/history';
import { call } from '../../../lib/api/call.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ContractorLinkLimit } from '../../links/index.ts';
import { contractorsKey, managedQuery } from '../requests.ts';
import { calledBy } from '../row-actions.tsx';
import { AccountTab } from './account-tab.tsx';
import { useContractorForm } from './use-edit-form.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './edit.module.css';

const getHistory = call<typeof readHistory>({
  method: 'GET',
  path: '/manage/contractor/{id}/history',
});

/** One page of a contractor's history. */
const historyQuery = (id: number, { page, limit }: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...contractorsKey, 'history', id, { page, limit }],
    queryFn: ({ signal }) => getHistory({ params: { id }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

interface Props {
  contractor: Parameters<typeof calledBy>[0];
  /** Whether the session may change the plan and team size. */
  mayPlan: boolean;
  onClose(): void;
}

const look = { size: 720, closeOnClickOutside: false } as const;

/** Edits a contractor, starting from the stored values. */
export function EditModal({ contractor, mayPlan, onClose }: Props) {
  const managed = useQuery(managedQuery(contractor.id));
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const frame = {
    ...look,
    fullScreen: narrow,
    title: <Title name={calledBy(contractor)} />,
  };
  if (managed.data)
    return (
      <Editor
        key={contractor.id}
        managed={managed.data}
        mayPlan={mayPlan}
        onClose={onClose}
        frame={frame}
      />
    );
  return (
    <Modal opened onClose={onClose} {...frame}>
      {managed.isError ? (
        <ErrorState onRetry={() => void managed.refetch()} />
      ) : (
        <SkeletonRows columns={2} rows={4} />
      )}
    </Modal>
  );
}

const Title = ({ name }: { name: string }) => (
  <>
    <Rich
      text={m.contractors_edit_title({ name })}
      parts={{ span: (words) => <span className={classes.company}>{words}</span> }}
    />
  </>
);

interface EditorProps extends Omit<Props, 'contractor'> {
  managed: ManagedContractor;
  frame: object;
}

function Editor({ managed, mayPlan, onClose, frame }: EditorProps) {
  const used = useContractorForm({ managed, mayPlan, onSaved: onClose });
  const close = (): void => {
    if (used.overlimit.question !== null) return;
    void closeForm(onClose, {
      dirty: used.dirty,
      lost: m.contractors_edit_unsaved(),
    });
  };
  return (
    <Modal opened onClose={close} {...frame}>
      <Tabs defaultValue="account" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="account">{m.contractors_edit_account()}</Tabs.Tab>
          <Tabs.Tab value="links">{m.links_title()}</Tabs.Tab>
          <Tabs.Tab value="history">{m.common_history()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <AccountTab used={used} mayPlan={mayPlan} onCancel={close} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <Suspense fallback={<SkeletonRows columns={1} rows={2} />}>
            <ContractorLinkLimit contractorId={managed.contractor.id} mayChange={mayPlan} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab contractorId={managed.contractor.id} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

const sizes = [10, 25, 50, 100];

/** The history of changes to a contractor. */
function HistoryTab({ contractorId }: { contractorId: number }) {
  const [view, setView] = useState({ page: 1, limit: 10, order: '-at' });
  const list = useQuery(historyQuery(contractorId, view));
  if (list.isError)
    return <ErrorState text={m.common_historyFailed()} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonRows columns={2} rows={4} />;
  const { data, total } = list.data;
  if (total === 0)
    return (
      <EmptyState
        title={m.contractors_edit_historyEmpty()}
        text={m.contractors_edit_historyEmptyText()}
      />
    );
  return (
    <>
      <ol
        className={classes.history}
        aria-label={m.common_history()}
        aria-busy={list.isPlaceholderData}
      >
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <GridFooter
        view={view}
        total={total}
        pageSizes={sizes}
        onView={(change) => setView((now) => ({ ...now, ...change }))}
        summary={undefined}
      />
    </>
  );
}

function Entry({ entry: { text, at, by, switchedInto, changes } }: { entry: HistoryEntry }) {
  return (
    <li>
      <strong>{text}</strong>
      <span className={classes.quiet}>
        {formatMoment(at)} · {by || m.common_system()}
        {switchedInto !== null && m.contractors_edit_switchedInto({ switchedInto })}
      </span>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}: {from !== '' && <del>{from}</del>}{' '}
              {to === '' ? <ins>{m.common_none_inline()}</ins> : <ins>{to}</ins>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
