import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { AssignForm } from './assign-form.tsx';
import { OwnersForm } from './owners-form.tsx';
import { SetForm } from './set-form.tsx';

/** What the dialog is opened for. */
export type DistributionMode =
  | { kind: 'set'; set: DistributionSet | null }
  | { kind: 'owners'; set: DistributionSet }
  | { kind: 'assign' };

interface Props {
  mode: DistributionMode;
  sets: readonly DistributionSet[];
  onClose(): void;
}

function titleOf(mode: DistributionMode): string {
  if (mode.kind === 'assign') return 'Assign lead sources';
  if (mode.kind === 'owners') return 'Lead owner';
  return mode.set === null ? 'New set' : 'Edit set';
}

/** Makes or changes a set, shares its leads out among owners, or puts sources into sets. */
export function DistributionModal({ mode, sets, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(mode)}
      size={560}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {mode.kind === 'set' && <SetForm set={mode.set} onClose={onClose} />}
      {mode.kind === 'owners' && <OwnersForm set={mode.set} onClose={onClose} />}
      {mode.kind === 'assign' && <AssignForm sets={sets} onClose={onClose} />}
    </Modal>
  );
}
