import classes from './marketing.module.css';

/** The way to a preview whose window the browser did not allow. */
export const BlockedNotice = ({ address }: { address: string | null }) =>
  address === null ? null : (
    <p className={classes.notice} role="status">
      Your browser blocked the new window. The preview is ready:{' '}
      <a href={address} target="_blank" rel="noreferrer">
        Open the preview
      </a>
    </p>
  );
