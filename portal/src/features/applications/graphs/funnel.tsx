import type { StageCounts } from '@lintel/contract/applications-graphs';
import { shareOf, stages } from './stages.ts';
import classes from './graphs.module.css';

/** How many of those who started came how far: a bar for each stage, with its number and its share. */
export function Funnel({ totals }: { totals: StageCounts }) {
  return (
    <section className={classes.graph}>
      <h3 className={classes.title}>How far they came</h3>
      <table className={classes.funnel}>
        <thead className={classes.spoken}>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Applications</th>
            <th scope="col">Share of those started</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ key, label, color }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={classes.bar}>
                <span style={{ width: shareOf(totals[key], totals.started), background: color }} />
                <strong>{totals[key].toLocaleString('en-US')}</strong>
              </td>
              <td>{shareOf(totals[key], totals.started)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
