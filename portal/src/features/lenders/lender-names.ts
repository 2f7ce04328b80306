import * as m from '#messages';
import type { ConnectionKind, LenderStatus } from '@lintel/contract/lenders/constants';
import type { Tone } from '../../theme.ts';

export const statusNames: Record<LenderStatus, string> = {
  active: m.lenders_status_active(),
  paused: m.lenders_status_paused(),
  failing: m.lenders_status_failing(),
  archived: m.common_archived(),
};
export const statusTones: Record<LenderStatus, Tone> = {
  active: 'green',
  paused: 'amber',
  failing: 'red',
  archived: 'grey',
};
export const connectionLabels: Record<ConnectionKind, string> = {
  webhook: m.lenders_connection_webhook(),
  sandbox: m.lenders_connection_sandbox(),
};
