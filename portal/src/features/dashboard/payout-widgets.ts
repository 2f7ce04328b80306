import type { W9Status } from '@lintel/contract/payouts-constants';
import { IconBuildingBank, IconFileText } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget.ts';

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
