import type { StageCounts } from '@lintel/contract/applications/graphs';
import { mainStages } from './stages.ts';
import classes from './graphs.module.css';

export interface CountsRow {
  key: string;
  label: string;
  counts: StageCounts;
}

interface Props {
  /** The first column's title. */
  first: string;
  rows: readonly CountsRow[];
  /** Draws a bar under each name: its started count relative to the largest row. */
  withBars?: boolean;
}

/** One row of counts per group. */
export function CountsTable({ first, rows, withBars = false }: Props) {
  const max = Math.max(1, ...rows.map(({ counts }) => counts.started));
  return (
    <table className={classes.parts}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {mainStages.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, counts }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              {withBars && (
                <span
                  className={classes.line}
                  style={{ width: `${(counts.started / max) * 100}%` }}
                />
              )}
            </th>
            {mainStages.map((stage) => (
              <td key={stage.key}>{counts[stage.key].toLocaleString('en-US')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
