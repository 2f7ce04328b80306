import { z } from 'zod';
import { ledgerAccounts, ledgerKinds } from './constants.ts';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, outcome, wholeNumber } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';
import {
  differenceKinds,
  maxReconciledDays,
  reconciliationPageSizes,
} from './reconcile-constants.ts';

const paged = z.object({ page: page(), limit: limit(reconciliationPageSizes, 25) });

export const reconciliation = z.object({
  id: z.number(),
  startedAt: instant(),
  /** Null while it runs. */
  endedAt: instant().nullable(),
  /** Who started it; null for the schedule. */
  userId: z.number().nullable(),
  /** How many charges, refunds, and dispute movements were compared. */
  checked: z.number(),
  /** Amounts are text such as `$99.00`; empty on the side where the entry is missing. */
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      /** The gateway's id of the charge or refund. */
      reference: z.string(),
      ours: z.string(),
      theirs: z.string(),
    }),
  ),
  /** Why it failed; empty otherwise. */
  problem: z.string(),
});
export type Reconciliation = z.output<typeof reconciliation>;

export const listReconciliations = endpoint({
  name: 'billing.reconciliations',
  method: 'GET',
  path: '/reconciliation',
  summary: 'Reconciliations with the payment gateway, newest first',
  access: staffWith(['manage-plans', 'access']),
  query: paged,
  response: listSchema(reconciliation),
});

export const runReconciliation = endpoint({
  name: 'billing.reconcile',
  method: 'POST',
  path: '/reconciliation',
  summary: 'Reconcile the ledger of the last days with the payment gateway',
  access: staffWithAll(['manage-plans', 'access'], ['manage-plans', 'modify']),
  encoding: 'form',
  body: z.object({
    days: wholeNumber(
      z
        .number()
        .int('Please enter a number of days.')
        .min(1, 'Please enter at least 1 day.')
        .max(maxReconciledDays, `Please enter ${maxReconciledDays} days at most.`),
      'Please enter a number of days.',
    ).default(3),
  }),
  response: outcome.extend({ reconciliation }),
  limit: { max: 10, seconds: 600, by: 'account' },
  noStepUp: 'It compares and changes no money.',
});

export const ledgerEntry = z.object({
  id: z.number(),
  account: z.enum(ledgerAccounts),
  kind: z.enum(ledgerKinds),
  /** Dollars, signed. */
  amount: dollars(),
  /** What caused it. */
  source: z.string(),
  /** The gateway's or bank's id of the movement; empty without one. */
  reference: z.string(),
  happenedAt: instant(),
  bookedAt: instant(),
});
export type LedgerRow = z.output<typeof ledgerEntry>;

export const readLedger = endpoint({
  name: 'billing.ledger',
  method: 'GET',
  path: '/contractor/{id}/ledger',
  summary: "A contractor's ledger movements, newest first, and their totals",
  access: staffWith(['manage-contractors', 'access']),
  owner: anyContractor,
  params: z.object({ id: id() }),
  query: paged,
  response: listSchema(ledgerEntry).extend({
    /**
     * Dollars: what the contractor has paid, what we owe the contractor, and what the payment
     * provider charged for disputes (negative).
     */
    balances: z.object({ subscription: dollars(), earnings: dollars(), fees: dollars() }),
  }),
  errors: ['not_found'],
});
