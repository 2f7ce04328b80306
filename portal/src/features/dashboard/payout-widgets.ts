import { queryOptions } from '@tanstack/react-query';
import type { W9Status } from '@lintel/contract/payouts/constants';
import type { readAch } from '@lintel/contract/payouts/method';
import type { readW9Status } from '@lintel/contract/payouts/w9';
import { call } from '../../lib/api/call.ts';
import { IconBuildingBank, IconFileText } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getAch = call<typeof readAch>({ method: 'GET', path: '/contractor/{id}/ach' });
const getW9Status = call<typeof readW9Status>({
  method: 'GET',
  path: '/contractor/{id}/w9-status',
});

/** Whether there are bank details, and how the W-9 stands. */
export const payoutStateQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'payout-state', contractorId],
    queryFn: async ({ signal }) => {
      const params = { id: contractorId };
      const [ach, { status }] = await Promise.all([
        getAch({ params }, { signal }),
        getW9Status({ params }, { signal }),
      ]);
      return { hasAch: Object.keys(ach).length > 0, w9: status };
    },
  });

const ach: Widget = {
  key: 'ach',
  priority: widgetPriority.ach,
  type: 'default',
  icon: IconBuildingBank,
  title: 'Direct deposit',
  text: 'Tell us where to send what you earn. Payouts are held until your bank details are there.',
  action: 'Add bank details',
  target: '/payout-tax',
  search: { action: 'ach' },
};

const w9: Widget = {
  key: 'w9',
  priority: widgetPriority.w9,
  type: 'default',
  icon: IconFileText,
  title: 'Form W-9',
  text: 'Needed once you have earned $600 in a calendar year. Fill it in and sign it here, without any paper.',
  action: 'Fill in the form',
  target: '/payout-tax',
  search: { action: 'w9' },
};

const rejected: Widget = {
  ...w9,
  type: 'warning',
  warning: {
    title: 'Your W-9 was rejected',
    text: 'Payouts are held until a correct form is there.',
  },
  text: 'Look at the reason, and fill in the form once more.',
};

/** The cards about what payouts wait for. */
export const payoutWidgets = ({
  hasAch,
  w9: status,
}: {
  hasAch: boolean;
  w9: W9Status;
}): Widget[] => [
  ...(hasAch ? [] : [ach]),
  ...(status === 'Not found' ? [w9] : []),
  ...(status === 'Rejected' ? [rejected] : []),
];
