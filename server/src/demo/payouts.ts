import type { Context } from '../platform/context.ts';
import { bookCommissions, type Earning } from '../domains/commissions/book.ts';
import { findAccount } from '../domains/identity/index.ts';
import { saveMethod } from '../domains/payouts/methods.ts';
import { preparePayouts } from '../domains/payouts/prepare.ts';
import { prepareRun } from '../domains/payouts/runs/prepare-run.ts';
import { releaseRun } from '../domains/payouts/runs/release.ts';
import { confirmRun } from '../domains/payouts/runs/runs.ts';
import { submitForm } from '../domains/payouts/w9/submit.ts';
import { decide } from '../domains/payouts/w9/review.ts';
import type { Database } from '../platform/db/connect.ts';
import { addMonths, dayIn, firstDayOfMonth, toMonth } from '../platform/days.ts';
import type { Account, Caller } from '../platform/http/caller.ts';
import { strictLog } from './billing-world.ts';

/** How many months of payouts there are. */
const months = 6;
const oakAndIron = 102;

/** The demo contractors' tax forms, with fictitious tax numbers. */
const forms = [
  {
    contractorId: 101,
    ownerId: 11,
    daysAgo: 4,
    // Taxed as a corporation, so the form names the company, and its owner signs.
    names: { fullName: 'Summit Roofing LLC', companyName: '' },
    signature: 'Priya Natarajan',
    form: {
      taxClassification: ['llc' as const],
      llcClassification: 'S',
      address: '2240 Ridge Road',
      city: 'Denver, CO 80202',
      ein: '840123457',
    },
    review: null,
  },
  {
    contractorId: oakAndIron,
    ownerId: 12,
    daysAgo: 320,
    // A sole proprietor with a business name.
    names: { fullName: 'Brandon Okafor', companyName: 'Oak & Iron Remodeling' },
    signature: 'Brandon Okafor',
    form: {
      taxClassification: ['individual' as const],
      address: '18 Foundry Lane',
      city: 'Columbus, OH 43004',
      ein: '310765432',
    },
    review: { status: 'Verified' as const, reason: '' },
  },
  {
    contractorId: 103,
    ownerId: 13,
    daysAgo: 40,
    names: { fullName: 'C. Larsen', companyName: 'Harborlight Holdings' },
    signature: 'Connie Larsen',
    form: {
      taxClassification: ['individual' as const],
      address: '77 Pier Street',
      city: 'Portland, ME 04101',
      ssn: '006120345',
    },
    review: {
      status: 'Rejected' as const,
      reason: 'The name on line 1 is not the one of this tax number.',
    },
  },
];

const nothing = {
  llcClassification: '',
  otherClassification: '',
  exemptPayeeCode: '',
  fatcaCode: '',
  ssn: '',
  ein: '',
  subjectToWithholding: false,
};

const alone = (account: Account): Caller => ({
  sessionId: '',
  authenticated: account,
  user: account,
  switched: false,
  switchedInto: null,
  address: null,
  provenAt: null,
  needsFactor: false,
});

async function actor(db: Database, userId: number): Promise<Caller> {
  const account = await findAccount(db, userId);
  if (account === null) throw new Error('The demonstration accounts are missing');
  return alone(account);
}

/** The context at a past time. */
const contextAt = (context: Context, at: Date): Context => ({
  ...context,
  clock: { now: () => at },
  log: strictLog,
});

/**
 * Bank details, tax forms in every status, and the payouts of the last months, all paid except the
 * latest.
 */
export async function seedPayouts(context: Context): Promise<void> {
  const { db, clock } = context;
  const at = (days: number): Context =>
    contextAt(context, new Date(clock.now().getTime() - days * 86_400_000));
  const support = await actor(db, 2);
  await saveMethod(at(310), await actor(db, 12), oakAndIron, {
    payoutMethod: 'Direct Deposit',
    accHolderName: 'Oak & Iron Remodeling',
    bankName: 'First Harbor Bank',
    accountType: 'Checking',
    routingNumber: '121042882',
    accNumber: '000440186789',
  });
  for (const { contractorId, ownerId, daysAgo, names, signature, form, review } of forms) {
    const isSSN = 'ssn' in form;
    const body = {
      ...names,
      isSSN,
      isEIN: !isSSN,
      tin: '',
      form: { ...nothing, ...form, signature },
    };
    const submission = { contractorId, body, file: undefined, address: '203.0.113.9' };
    await submitForm(at(daysAgo), await actor(db, ownerId), submission);
    if (review !== null)
      await decide(at(daysAgo - 3), support, contractorId, { ...review, skipDifferences: '0' });
  }
  await payMonths(context, { preparer: await actor(db, 1), releaser: await actor(db, 4) });
}

/** Simulates the 22nd of each of the last months. */
async function payMonths(
  context: Context,
  by: { preparer: Caller; releaser: Caller },
): Promise<void> {
  const today = dayIn(context.clock.now(), context.config.BUSINESS_TIME_ZONE);
  const days = Array.from(
    { length: months },
    (_none, index) => `${toMonth(addMonths(firstDayOfMonth(toMonth(today)), index - months))}-22`,
  );
  for (const [index, day] of days.entries()) {
    const then = contextAt(context, new Date(`${day}T15:00:00Z`));
    const earnedAt = new Date(`${addMonths(day, -1)}T15:00:00Z`);
    await bookCommissions(then.db, then, makeBonuses(index, earnedAt));
    await preparePayouts(then, toMonth(day));
    // The latest ones still wait to be paid.
    if (index === days.length - 1) return;
    const { runId } = await prepareRun(then, by.preparer);
    await releaseRun(contextAt(context, new Date(`${day}T17:00:00Z`)), by.releaser, runId);
    await confirmRun(contextAt(context, new Date(`${day}T21:00:00Z`)), by.preparer, runId);
  }
}

const friends = [
  'Ridgeline Exteriors',
  'Copper Kettle Kitchens',
  'Bright Window Co.',
  'Stonebrook Patios',
  'Maple Street Homes',
  'Fairway Floors',
];

const makeBonuses = (index: number, earnedAt: Date): Earning[] => [
  {
    contractorId: oakAndIron,
    type: 'partner',
    source: `demo-partner:${index}`,
    userName: '',
    companyName: friends[index] ?? '',
    amountCents: 23_880,
    fundedAmountCents: 238_800,
    earnedAt,
  },
];
