import type { MadeDocument } from './use-download.ts';
import classes from './invoices.module.css';

/** Where the document is: in a new window, or, when the browser allowed none, behind a link. */
export function MadeNotice({ made: { name, address, opened } }: { made: MadeDocument }) {
  return (
    <div className={classes.made} data-blocked={!opened || undefined} role="status">
      <p>
        {opened ? (
          <>
            <strong>{name}</strong> opened in a new window.
          </>
        ) : (
          <>
            Your browser blocked the new window. <strong>{name}</strong> is ready:
          </>
        )}
      </p>
      <p className={classes.madeLinks}>
        <a href={address} target="_blank" rel="noreferrer">
          {opened ? 'Open again' : 'Open'}
        </a>
        <a href={address} download={name}>
          Save as file
        </a>
      </p>
    </div>
  );
}
