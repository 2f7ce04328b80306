import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  confirmPayoutRun,
  listPayoutRuns,
  payoutRunFile,
  startPayoutRun,
} from '@lintel/contract/payouts';
import { call } from '../../../../lib/api/call.ts';
import { addressOf } from '../../../../lib/api/encode.ts';
import { send } from '../../../../lib/api/send.ts';
import type { GridView } from '../../../../ui/grid-view.ts';
import { managedKey } from './managed-payouts.ts';

const handles = { handles: [404, 409, 500] };
const get = call<typeof listPayoutRuns>({ method: 'GET', path: '/payout-run' });
const start = call<typeof startPayoutRun>({ method: 'POST', path: '/payout-run' }, handles);
const confirm = call<typeof confirmPayoutRun>(
  { method: 'POST', path: '/payout-run/{id}/confirm' },
  handles,
);
const filePath: (typeof payoutRunFile)['path'] = '/payout-run/{id}/file';

export const firstRuns: GridView = { page: 1, limit: 25, order: '-startedAt' };

/** One page of the runs. While the next one loads, the last one stays. */
export const runsQuery = ({ page, limit, order }: GridView) =>
  queryOptions({
    queryKey: [...managedKey, 'runs', { page, limit, order }],
    queryFn: ({ signal }) => get({ query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What was seen as due: so many payouts of so many dollars, and when. */
export interface SeenDue {
  count: number;
  total: number;
  seenAt: string;
}

/** Pays what was seen as due. When it has changed, the refusal says what. */
export const startRun = (seen: SeenDue) => start({ body: seen });

export const confirmRun = (id: number) => confirm({ params: { id } });

/** A run's file for the bank. */
export const runFile = async (id: number): Promise<Blob> =>
  (await send(addressOf(filePath, { id }), { method: 'GET' }, handles)).blob();
