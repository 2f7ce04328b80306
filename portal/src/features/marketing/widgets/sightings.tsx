import type { Sighting } from '@lintel/contract/marketing-sites';
import { formatDate } from '../../../lib/format.ts';
import { widgetNames } from './widget-names.ts';
import classes from './sites.module.css';

/** Where the codes were seen, the latest first. */
export function Sightings({ sightings }: { sightings: readonly Sighting[] }) {
  return (
    <section aria-label="Where your codes were seen">
      <h3>Where your codes were seen</h3>
      {sightings.length === 0 ? (
        <p className={classes.quiet}>
          Nowhere yet. A code is counted when a visitor first sees it on your website.
        </p>
      ) : (
        <div className={classes.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">Website</th>
                <th scope="col">Code</th>
                <th scope="col">Page</th>
                <th scope="col">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {sightings.map((sighting) => (
                <tr key={sighting.id}>
                  <td>{sighting.site}</td>
                  <td>{widgetNames[sighting.widget]}</td>
                  <td>{sighting.pageName}</td>
                  <td className="numbers">{formatDate(sighting.lastSeen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
