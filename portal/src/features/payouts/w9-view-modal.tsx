import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { W9 } from '@lintel/contract/payouts-w9';
import { W9Picture } from '../../ui/w9-review/w9-picture.tsx';

interface Props {
  contractorId: number;
  w9: W9;
  onClose: () => void;
}

/** The form that was handed in, without its tax number. */
export function W9ViewModal({ contractorId, w9, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  return (
    <Modal opened onClose={onClose} title="Your W-9 form" size={820} fullScreen={narrow}>
      <W9Picture
        path={`/contractor/${contractorId}/w9/preview`}
        version={w9.submittedAt ?? ''}
        pdf={w9.form}
      />
    </Modal>
  );
}
