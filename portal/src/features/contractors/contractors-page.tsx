import { lazy, Suspense, useState } from 'react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { useListView } from '../../lib/list-view.ts';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { switchInto } from '../../shell/account-actions.ts';
import { makeNavigate } from '../../shell/navigation.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { loadResetFactors } from '../identity/index.ts';
import { ContractorFilterBar } from './contractor-filters.tsx';
import { ContractorList } from './contractor-list.tsx';
import { contractorsView, isFiltered } from './contractors-view.ts';
import { ListTools, useColumns } from './list-tools.tsx';
import { contractorsKey, contractorsQuery, viewsQuery } from './requests.ts';
import {
  calledBy,
  resetFactors,
  contractorRights,
  useSendConfirmation,
  type Rights,
  type RowTools,
} from './row-actions.tsx';

const route = getRouteApi('/portal/manage/contractors');

/** The open dialog and its contractor. */
type RowDialog =
  | { kind: 'account'; row: ContractorRow }
  | { kind: 'edit'; row: ContractorRow }
  | { kind: 'switch'; row: ContractorRow }
  | { kind: 'factors'; row: ContractorRow }
  | { kind: 'w9'; row: { id: number } };

/**
 * The actions of a row; some open a dialog. An address with `w9form` opens that contractor's W-9.
 */
function useRowTools(rights: Rights) {
  const { w9form } = route.useSearch();
  const requested = Number.isInteger(w9form) && rights.taxForms ? { id: Number(w9form) } : null;
  const [dialog, setDialog] = useState<RowDialog | null>(
    requested && { kind: 'w9', row: requested },
  );
  const sendConfirmation = useSendConfirmation();
  const tools: RowTools = {
    rights,
    onSwitch: (row) => setDialog({ kind: 'switch', row }),
    onEdit: (row) => setDialog({ kind: 'edit', row }),
    onResetFactors: (row) => setDialog({ kind: 'factors', row }),
    onOpenW9: (row) => setDialog({ kind: 'w9', row }),
    onCreateAccount: (row) => setDialog({ kind: 'account', row }),
    onSendConfirmation: ({ userId }) => void (userId !== null && sendConfirmation.run(userId)),
  };
  return { tools, dialog, close: () => setDialog(null) };
}

/** The screen's state: the address's view, its rows, the columns, and the row actions. */
function useContractorsPage() {
  const rights = contractorRights(useSession());
  const { view, change } = useListView(contractorsView, route.useSearch(), route.useNavigate());
  const list = useQuery(contractorsQuery(view));
  return { rights, view, change, list, columns: useColumns(), ...useRowTools(rights) };
}

/** Switches into the account of a row's owner. */
function useSwitchInto(): (row: ContractorRow, reason: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (row, reason) => {
    const { userId } = row;
    if (userId !== null)
      await switchInto(
        { client, go: makeNavigate(router) },
        { id: userId, name: calledBy(row), reason },
      );
  };
}

/** Load the columns first, so that the table doesn't change while it is being read. */
export const load = ({ client }: LoadContext): Promise<void> => client.prefetchQuery(viewsQuery);

/** Every contractor account, for staff: find, edit, switch. */
export function ContractorsPage() {
  const { rights, view, change, list, columns, tools, dialog, close } = useContractorsPage();
  return (
    <>
      <PageHeader
        title={m.screens_contractors()}
        purpose={m.common_contractorsPurpose()}
        action={<ListTools view={view} onView={change} columns={columns} />}
      />
      <Card bare>
        <ContractorFilterBar filters={view} onChange={change} />
        <ContractorList
          list={list}
          view={view}
          onView={change}
          filtered={isFiltered(view)}
          shown={columns.shown}
          tools={tools}
        />
      </Card>
      <RowDialogs dialog={dialog} rights={rights} onClose={close} />
    </>
  );
}

const AccountModal = lazy(() =>
  import('./account-modal.tsx').then((module) => ({ default: module.AccountModal })),
);
const EditModal = lazy(() =>
  import('./edit/edit-modal.tsx').then((module) => ({ default: module.EditModal })),
);
const SwitchModal = lazy(() =>
  import('./switch-modal.tsx').then((module) => ({ default: module.SwitchModal })),
);
const ResetFactorsModal = lazy(loadResetFactors);
const W9ReviewModal = lazy(() =>
  import('../payouts/index.ts').then((module) => ({
    default: module.W9ReviewModal,
  })),
);

interface Props {
  dialog: RowDialog | null;
  rights: Rights;
  onClose(): void;
}

/** The open dialog of a contractor. */
function RowDialogs({ dialog, rights, onClose }: Props) {
  const switchInto = useSwitchInto();
  const client = useQueryClient();
  if (dialog === null) return null;
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: contractorsKey });
  return (
    <Suspense>
      {dialog.kind === 'account' && <AccountModal row={dialog.row} onClose={onClose} />}
      {dialog.kind === 'edit' && (
        <EditModal contractor={dialog.row} mayPlan={rights.plans} onClose={onClose} />
      )}
      {dialog.kind === 'w9' && (
        <W9ReviewModal contractorId={dialog.row.id} onClose={onClose} onSaved={refresh} />
      )}
      {dialog.kind === 'factors' && (
        <ResetFactorsModal
          name={dialog.row.fullName || calledBy(dialog.row)}
          onReset={(body) => resetFactors({ params: { id: dialog.row.userId ?? 0 }, body })}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'switch' && (
        <SwitchModal
          row={dialog.row}
          onClose={onClose}
          onSwitch={(reason) => {
            onClose();
            void switchInto(dialog.row, reason);
          }}
        />
      )}
    </Suspense>
  );
}
