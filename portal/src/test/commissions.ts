import { act } from '@testing-library/react';
import { vi } from 'vitest';
import {
  type CommissionRow,
  type MonthSums,
  reportCommissions,
  commissionMonths,
} from '@lintel/contract/commissions/report';
import type { Session } from '@lintel/contract/identity/sessions';
import { openScreen } from './render-portal.tsx';
import { answer } from './server.ts';
import { owner } from './sessions.ts';

export const commission = (change: Partial<CommissionRow> = {}): CommissionRow => ({
  id: 1,
  userName: 'Alice Abbott',
  companyName: 'Summit Solar',
  date: '2026-11-05T15:00:00.000Z',
  commission: 248.75,
  type: 'loan',
  fundedAmount: 24_875,
  onHold: false,
  note: '',
  ...change,
});

interface Given {
  search?: Record<string, unknown>;
  session?: Session;
  rows?: CommissionRow[];
  total?: number;
  commissionTotal?: number;
  months?: MonthSums[];
}

/** Opens the report at noon of November 21, 2026, in New York; returns the report's requests. */
export async function openCommissions(given: Given = {}) {
  const {
    search = {},
    session = owner(),
    rows = [commission()],
    total = rows.length,
    commissionTotal = 248.75,
    months = [],
  } = given;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T17:00:00Z') });
  const requests: URLSearchParams[] = [];
  const portal = await openScreen('/refer', session);
  answer(reportCommissions, ({ url }) => {
    requests.push(new URL(url).searchParams);
    return { data: rows, total, commissionTotal };
  });
  answer(commissionMonths, { data: months });
  const go = (to: string): Promise<void> => act(() => portal.router.navigate({ to, search }));
  await go('/reports-commissions');
  return { ...portal, requests, go };
}
