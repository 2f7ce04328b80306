import { lazy, Suspense } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { contractorsKey } from './api/get-contractors.ts';
import type { Rights } from './contractors-access.ts';
import type { RowDialog } from './use-row-tools.ts';
import { useSwitchInto } from './use-switch-into.ts';

const AccountModal = lazy(() =>
  import('./account-modal.tsx').then((module) => ({ default: module.AccountModal })),
);
const EditModal = lazy(() =>
  import('./edit/edit-modal.tsx').then((module) => ({ default: module.EditModal })),
);
const SwitchModal = lazy(() =>
  import('./switch-modal.tsx').then((module) => ({ default: module.SwitchModal })),
);
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

/** The dialog about a contractor that is open. */
export function RowDialogs({ dialog, rights, onClose }: Props) {
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
