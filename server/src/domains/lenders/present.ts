import { projects } from '@lintel/contract/applications/constants';
import type { LenderStatus } from '@lintel/contract/lenders/constants';
import type { Lender, LenderForm, LenderHealth } from '@lintel/contract/lenders/lender';
import { toCents, toDollars } from '../../platform/money.ts';
import type { LenderRow, NewLender } from './repository.ts';

const noHealth: LenderHealth = {
  lastContactAt: null,
  calls: 0,
  failures: 0,
  p50: null,
  p95: null,
  sent: 0,
  offered: 0,
  approved: 0,
  funded: 0,
};

export function lenderStatus(row: LenderRow): LenderStatus {
  if (row.archivedAt !== null) return 'archived';
  if (row.pausedAt !== null) return 'paused';
  return row.failingSince === null ? 'active' : 'failing';
}

export function presentLender(row: LenderRow): Lender {
  const {
    minAmountCents,
    maxAmountCents,
    minAprThousandths,
    maxAprThousandths,
    commissionBasisPoints,
    failingSince,
    failure,
    pauseReason,
    archivedAt: _archivedAt,
    authorities: _authorities,
    certificateExpiresAt,
    health,
    ...columns
  } = row;
  const status = lenderStatus(row);
  return {
    ...columns,
    projects: projects.filter((one) => row.projects.includes(one)),
    minAmount: dollarsOrNull(minAmountCents),
    maxAmount: dollarsOrNull(maxAmountCents),
    minApr: percentOrNull(minAprThousandths, 1000),
    maxApr: percentOrNull(maxAprThousandths, 1000),
    commissionPercent: percentOrNull(commissionBasisPoints, 100),
    status,
    reason: status === 'paused' ? pauseReason : status === 'failing' ? failure : '',
    pausedAt: (row.pausedAt ?? failingSince)?.toISOString() ?? null,
    certificateExpiresAt: certificateExpiresAt?.toISOString() ?? null,
    health: health ?? noHealth,
  };
}

/** A form's column values. */
export function lenderValues(form: LenderForm): Omit<NewLender, 'position'> {
  const { minAmount, maxAmount, minApr, maxApr, commissionPercent, ...columns } = form;
  return {
    ...columns,
    minAmountCents: minAmount === null ? null : toCents(minAmount),
    maxAmountCents: maxAmount === null ? null : toCents(maxAmount),
    minAprThousandths: minApr === null ? null : Math.round(minApr * 1000),
    maxAprThousandths: maxApr === null ? null : Math.round(maxApr * 1000),
    commissionBasisPoints: commissionPercent === null ? null : Math.round(commissionPercent * 100),
  };
}

const dollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents);
const percentOrNull = (stored: number | null, parts: number): number | null =>
  stored === null ? null : stored / parts;
