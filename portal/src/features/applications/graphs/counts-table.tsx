import type { StageCounts } from '@lintel/contract/applications/graphs';
import { mainStages } from './stages.ts';
import classes from './graphs.module.css';

export interface CountsRow {
  key: string;
  label: string;
  counts: StageCounts;
}

interface Props {
  /** The title of the first column. */
  first: string;
  rows: readonly CountsRow[];
  /** Draws under each name how many started, compared with the largest row. */
  withBars?: boolean;
}

/** A row of numbers for each part. */
export function CountsTable({ first, rows, withBars = false }: Props) {
  const most = Math.max(1, ...rows.map(({ counts }) => counts.started));
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
                  style={{ width: `${(counts.started / most) * 100}%` }}
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
