import { IconCheck } from '../../../ui/icons.ts';
import classes from './payments.module.css';

/** No payment waits to be tried again. */
export const NothingFailed = () => (
  <p className={classes.allPaid}>
    <IconCheck size={18} aria-hidden />
    There are no failed payments.
  </p>
);
