import type { Sighting } from '@lintel/contract/marketing-sites';
import { formatDate } from '../../../lib/format.ts';
import { widgetNames } from './widget-names.ts';
import classes from './sites.module.css';

export interface Finding {
  host: string;
  /** Host and path. */
  site: string;
  here: readonly Sighting[];
  elsewhere: readonly Sighting[];
  /** Whether the list of allowed websites lets it show the widgets. */
  listed: boolean;
}

/** What a check has found: what was seen there and when, or what to look at next. */
export function CheckResult({
  finding: { host, site, here, elsewhere, listed },
}: {
  finding: Finding;
}) {
  const seen = here.length > 0;
  return (
    <div className={classes.result} data-seen={seen || undefined}>
      {seen ? (
        <ul>
          {here.map((sighting) => (
            <li key={sighting.id}>
              {widgetNames[sighting.widget]}: seen on {formatDate(sighting.lastSeen)}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>
            <strong>{site}</strong>: not seen yet
          </p>
          <ul>
            {!listed && <li>{host} is not on your list of allowed websites. Add it below.</li>}
            {elsewhere.length > 0 && (
              <li>A code was seen elsewhere on this website, at {elsewhere[0]?.site}.</li>
            )}
            <li>Open the page once in a private window: a code is counted when it first shows.</li>
            <li>
              Look whether the page is published, and clear the website’s cache if it has one.
            </li>
            <li>Copy the whole code again: its last line loads the script.</li>
          </ul>
        </>
      )}
    </div>
  );
}
