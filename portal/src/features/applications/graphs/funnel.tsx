import * as m from '#messages';
import type { StageCounts } from '@lintel/contract/applications/graphs';
import { formatShare, stages } from './stages.ts';
import classes from './graphs.module.css';

/** The funnel: one bar per stage, with its count and its share of all started applications. */
export function Funnel({ totals }: { totals: StageCounts }) {
  return (
    <section className={classes.graph}>
      <h3 className={classes.title}>{m.applications_funnel_title()}</h3>
      <table className={classes.funnel}>
        <thead className={classes.spoken}>
          <tr>
            <th scope="col">{m.applications_funnel_stage()}</th>
            <td aria-hidden="true" />
            <th scope="col">{m.common_applications()}</th>
            <th scope="col">{m.applications_funnel_share()}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ key, label, color }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={classes.bar} aria-hidden="true">
                <span
                  style={{ width: `${(totals[key] / totals.started) * 100}%`, background: color }}
                />
              </td>
              <td>
                <strong>{totals[key].toLocaleString('en-US')}</strong>
              </td>
              <td>{formatShare(totals[key], totals.started)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
