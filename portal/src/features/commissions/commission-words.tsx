import type { CommissionRow } from '@lintel/contract/commissions';
import { commissionLabels } from '@lintel/contract/commissions-constants';
import { formatWholeMoney } from '../../lib/format.ts';
import classes from './commissions.module.css';

/** Who a commission is about. */
export const Customer = ({ row: { userName, companyName } }: { row: CommissionRow }) => (
  <div className={classes.customer}>
    <strong>{userName || '-'}</strong>
    {companyName !== '' && <span className={classes.quiet}>{companyName}</span>}
  </div>
);

/**
 * What a commission is for, of a loan with the amount that was funded; and whether it takes one
 * back.
 */
export function TypeWords({ row: { type, fundedAmount, commission } }: { row: CommissionRow }) {
  const amount =
    type === 'loan' && fundedAmount !== null && fundedAmount > 0
      ? ` (${formatWholeMoney(fundedAmount)})`
      : '';
  return (
    <>
      {commissionLabels[type]}
      {amount}
      {commission < 0 && <em className={classes.mark}>Taken back</em>}
    </>
  );
}
