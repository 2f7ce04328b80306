import * as m from '#messages';
import type { DisputeState } from '@lintel/contract/billing/constants';
import type { Tone } from '../../../theme.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const badges: Record<DisputeState, { status: string; tone: Tone }> = {
  open: { status: m.billing_dispute_open(), tone: 'amber' },
  won: { status: m.billing_dispute_won(), tone: 'green' },
  lost: { status: m.billing_dispute_lost(), tone: 'red' },
  closed: { status: m.billing_dispute_closed(), tone: 'grey' },
};

/** A dispute's state as a badge. */
export const DisputeBadge = ({ state }: { state: DisputeState }) => (
  <StatusBadge {...badges[state]} />
);
