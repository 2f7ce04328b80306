import { readPayoutSettings } from '@lintel/contract/payouts/settings';
import {
  type Earnings,
  type ManagedPayout,
  type Payout,
  type PayoutRun,
  readEarnings,
  listPayouts,
  listManagedPayouts,
  listPayoutRuns,
} from '@lintel/contract/payouts/runs';
import { type PayoutMethod, readPayoutMethod } from '@lintel/contract/payouts/method';
import {
  type ReviewedW9,
  type W9,
  readW9,
  previewW9,
  previewW9ForReview,
  listW9s,
} from '@lintel/contract/payouts/w9';
import { answer, file } from './server.ts';

export const method = (change: Partial<PayoutMethod> = {}): PayoutMethod => ({
  payoutMethod: 'Direct Deposit',
  payeeName: 'Priya Natarajan',
  address: '40 Granite Way, Denver, CO 80202',
  accHolderName: 'Summit Roofing LLC',
  bankName: 'First Harbor Bank',
  accountType: 'Checking',
  routingNumber: '*****0021',
  accNumber: '****6789',
  heldUntil: null,
  returnCode: '',
  version: 4,
  ...change,
});

const noForm: W9 = {
  status: 'Not found',
  fullName: '',
  companyName: '',
  isSSN: false,
  isEIN: false,
  tin: '',
  submittedAt: null,
  reviewedAt: null,
  reason: '',
  form: null,
};

export const w9 = (change: Partial<W9> = {}): W9 => ({
  ...noForm,
  status: 'Pending',
  fullName: 'Priya Natarajan',
  companyName: 'Summit Roofing LLC',
  isSSN: true,
  tin: '***-**-6789',
  submittedAt: '2026-11-03T15:12:00.000Z',
  form: btoa('%PDF-1.7'),
  ...change,
});

export const earnings = (change: Partial<Earnings> = {}): Earnings => ({
  year: 2026,
  earned: 412.5,
  threshold: 600,
  w9Status: 'Not found',
  w9Needed: false,
  unpaid: 120,
  reasons: [],
  nextPayoutOn: '2026-12-21',
  ...change,
});

export const payout = (change: Partial<Payout> = {}): Payout => ({
  id: 120,
  month: '2026-11-01',
  amount: 412.5,
  state: 'held',
  reasons: ['no-bank-details', 'w9'],
  account: '',
  sentAt: null,
  paidAt: null,
  returnedAt: null,
  returnCode: '',
  ...change,
});

export const managed = (change: Partial<ManagedPayout> = {}): ManagedPayout => ({
  ...payout({ state: 'due', reasons: [] }),
  contractorId: 7,
  companyName: 'Summit Roofing LLC',
  payeeName: 'Priya Natarajan',
  runId: null,
  traceNumber: '',
  entry: { count: 1, amount: 412.5 },
  ...change,
});

export const run = (change: Partial<PayoutRun> = {}): PayoutRun => ({
  id: 104,
  month: '2026-11-01',
  count: 2,
  payees: 2,
  total: 825,
  state: 'released',
  preparedAt: '2026-11-23T15:00:00.000Z',
  preparedBy: 'Sam Porter',
  releasable: false,
  releasedAt: '2026-11-23T15:30:00.000Z',
  releasedBy: 'Lou Castellano',
  canceledAt: null,
  canceledBy: '',
  leftOut: [],
  leftOutCount: 0,
  effectiveOn: '2026-11-24',
  downloadedAt: null,
  downloadedBy: '',
  confirmedAt: null,
  confirmedBy: '',
  returned: 0,
  ...change,
});

export const reviewed = (change: Partial<ReviewedW9> = {}): ReviewedW9 => ({
  ...w9(),
  differences: [],
  skipDifferences: false,
  contractorName: 'Priya Natarajan',
  contractorCompany: 'Summit Roofing LLC',
  taxClassification: 'Individual/sole proprietor',
  address: '40 Granite Way, Denver, CO 80202',
  signature: 'Priya Natarajan',
  reviewedBy: '',
  older: 0,
  version: 3,
  ...change,
});

const picture = (): Response => file('image/png');

/** Answers as if nothing is stored and nothing has been paid. */
export function answerNoPayouts(): void {
  answer(readPayoutMethod, {});
  answer(readW9, noForm);
  answer(readEarnings, earnings());
  answer(listPayouts, { data: [], total: 0 });
  answer(previewW9, picture);
  answer(previewW9ForReview, picture);
  answer(listManagedPayouts, {
    data: [],
    total: 0,
    totalAmount: 0,
    asOf: '2026-11-23T14:00:00.000Z',
  });
  answer(listPayoutRuns, { data: [], total: 0 });
  answer(listW9s, { data: [], total: 0 });
  answer(readPayoutSettings, {
    automatic: false,
    onePerson: false,
    thresholds: [{ from: '2000-01-01', amount: 600 }],
    savedAt: null,
  });
}
