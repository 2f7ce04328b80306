import * as m from '#messages';
import { dayMs } from '@lintel/contract/core/durations';
import type { ConnectionKind, LenderStatus } from '@lintel/contract/lenders/constants';
import { certificateWarningDays, type LenderCertificate } from '@lintel/contract/lenders/tls';
import { formatDate } from '../../lib/format.ts';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
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
  desk: m.lenders_connection_desk(),
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

/** The applicant's details that a lender may need. */
export const needLabels: Record<LenderNeed, string> = {
  'home-address': m.lenders_need_address(),
  'birth-date': m.lenders_need_birthDate(),
  income: m.lenders_need_income(),
  housing: m.lenders_need_housing(),
  employment: m.lenders_need_employment(),
  'ssn-ending': m.lenders_need_ssn(),
};
/** What the lender gets. */
export const needMeanings: Record<LenderNeed, string> = {
  'home-address': m.lenders_need_addressHelp(),
  'birth-date': m.lenders_need_birthDateHelp(),
  income: m.lenders_need_incomeHelp(),
  housing: m.lenders_need_housingHelp(),
  employment: m.lenders_need_employmentHelp(),
  'ssn-ending': m.lenders_need_ssnHelp(),
};
