import { lazy, Suspense } from 'react';
import type { Rights } from './contractors-access.ts';
import type { RowDialog } from './use-row-tools.ts';
import { useSwitchInto } from './use-switch-into.ts';

const EditModal = lazy(() => import('./edit/edit-modal.tsx').then((module) => ({ default: module.EditModal })));
const SwitchModal = lazy(() => import('./switch-modal.tsx').then((module) => ({ default: module.SwitchModal })));
const W9Modal = lazy(() => import('./w9-modal.tsx').then((module) => ({ default: module.W9Modal })));

interface Props {
  dialog: RowDialog | null;
  rights: Rights;
  onClose(): void;
}

/** The dialog about a contractor that is open. */
export function RowDialogs({ dialog, rights, onClose }: Props) {
  const switchInto = useSwitchInto();
  if (dialog === null) return null;
  return (
    <Suspense>
      {dialog.kind === 'edit' && <EditModal contractor={dialog.row} mayPlan={rights.plans} onClose={onClose} />}
      {dialog.kind === 'w9' && <W9Modal contractor={dialog.row} onClose={onClose} />}
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
