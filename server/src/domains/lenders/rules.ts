import { projects } from '@lintel/contract/applications/constants';
import type { LenderRules } from '@lintel/contract/lenders/routing';
import { toDollars } from '../../platform/money.ts';
import type { LenderRow } from './repository.ts';

/** A lender's rules. A failing lender still gets applications: its calls wait for it. */
export const lenderRules = (row: LenderRow): LenderRules => ({
  ...row,
  isPaused: row.pausedAt !== null || row.archivedAt !== null,
  projects: projects.filter((one) => row.projects.includes(one)),
  minAmount: row.minAmountCents === null ? null : toDollars(row.minAmountCents),
  maxAmount: row.maxAmountCents === null ? null : toDollars(row.maxAmountCents),
});
