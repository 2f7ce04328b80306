import { PayButton } from './pay-button.tsx';
import { amountColumn, contractorColumn, monthColumn } from './payout-columns.tsx';
import { PayoutList } from './payout-list.tsx';

const columns = [contractorColumn('40%'), amountColumn, monthColumn];
const empty = {
  title: 'Nothing to pay',
  text: 'Payouts are prepared from the 21st of each month on.',
};

interface Props {
  onStarted: () => void;
}

/** What is due, and the run that pays all of it. */
export const ToPayTab = ({ onStarted }: Props) => (
  <PayoutList
    label="Payouts to pay"
    of={{ state: 'due' }}
    columns={columns}
    empty={empty}
    minWidth={480}
    renderAction={({ total, totalAmount, asOf }) =>
      total > 0 && (
        <PayButton
          seen={{ count: total, total: totalAmount, seenAt: asOf }}
          onStarted={onStarted}
        />
      )
    }
  />
);
