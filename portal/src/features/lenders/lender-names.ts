import * as m from '#messages';
import { dayMs } from '@lintel/contract/core/durations';
import type { ConnectionKind, LenderStatus } from '@lintel/contract/lenders/constants';
import { certificateWarningDays, type LenderCertificate } from '@lintel/contract/lenders/tls';
import { formatDate } from '../../lib/format.ts';
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

export const certificateStates: Record<
  LenderCertificate['state'],
  readonly [name: string, tone: Tone]
> = {
  current: [m.lenders_tls_current(), 'green'],
  next: [m.lenders_tls_next(), 'blue'],
  former: [m.lenders_tls_former(), 'grey'],
};

/** Warns of a client certificate that expires within 30 days, or has expired; otherwise empty. */
export function certificateProblem(expiresAt: string | null, now: Date): string {
  if (expiresAt === null) return '';
  const left = Date.parse(expiresAt) - now.getTime();
  if (left > certificateWarningDays * dayMs) return '';
  const date = formatDate(expiresAt);
  return left > 0 ? m.lenders_tls_expiresSoon({ date }) : m.lenders_tls_expired({ date });
}

/** How long something current is still used. */
export const hoursText = (hours: number): string =>
  hours === 0
    ? m.lenders_secrets_atOnce()
    : hours === 1
      ? m.lenders_secrets_oneHour()
      : m.lenders_secrets_hours({ hours });
