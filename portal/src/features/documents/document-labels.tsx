import * as m from '#messages';
import {
  documentKinds,
  documentStatuses,
  type DocumentKind,
  type DocumentStatus,
} from '@lintel/contract/documents/constants';
import type { DocumentRow } from '@lintel/contract/documents/views';
import { formatDate } from '../../lib/format.ts';
import type { Tone } from '../../theme.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const tones: Record<DocumentStatus, Tone> = {
  draft: 'grey',
  sent: 'blue',
  viewed: 'blue',
  accepted: 'green',
  declined: 'red',
  invoiced: 'green',
  part_paid: 'amber',
  paid: 'green',
  void: 'grey',
};

/** The status, combined with overdue or expired dates and unsent changes. */
export function DocumentStatusBadges({
  row: { status, isOverdue, isExpired, hasUnsentChanges },
}: {
  row: Pick<DocumentRow, 'status' | 'isOverdue' | 'isExpired' | 'hasUnsentChanges'>;
}) {
  return (
    <>
      <StatusBadge status={documentStatuses[status]} tone={tones[status]} />
      {isOverdue && <StatusBadge status={m.common_overdue()} tone="red" />}
      {isExpired && <StatusBadge status={m.common_expired()} tone="amber" />}
      {hasUnsentChanges && <StatusBadge status={m.documents_changed()} tone="amber" />}
    </>
  );
}

/** `Estimate 1041`, or `Estimate` before it has a number. */
export const documentName = ({
  kind,
  number,
}: {
  kind: DocumentKind;
  number: number | null;
}): string =>
  number === null
    ? documentKinds[kind]
    : m.common_numbered({ kind: documentKinds[kind], number: String(number) });

/** The next relevant date: an invoice's due date, or an estimate's expiration. */
export const lastDay = ({
  kind,
  dueOn,
  validUntil,
}: Pick<DocumentRow, 'kind' | 'dueOn' | 'validUntil'>): string => {
  const day = kind === 'invoice' ? dueOn : validUntil;
  return day === null ? '' : formatDate(day);
};
