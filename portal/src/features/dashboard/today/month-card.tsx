import * as m from '#messages';
import type { MonthSoFar } from '@lintel/contract/dashboard';
import { formatWholeMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import classes from './today.module.css';

interface Props {
  today: string;
  requested: MonthSoFar;
  funded: MonthSoFar;
}

const monthName = (day: string, back: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - back, 1));
  return first.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
};

/** This month's requested and funded amounts, compared with last month's. */
export function MonthCard({ today, requested, funded }: Props) {
  const names = { now: monthName(today, 0), before: monthName(today, 1) };
  return (
    <Card title={m.dashboard_month_title({ month: names.now })}>
      <div className={classes.figures}>
        <Figure title={m.dashboard_month_requested()} sums={requested} names={names} />
        <Figure title={m.common_funded()} sums={funded} names={names} />
      </div>
      <p className={classes.legend} aria-hidden>
        <span data-line="now">{names.now}</span>
        <span data-line="before">{names.before}</span>
      </p>
    </Card>
  );
}

function Figure({
  title,
  sums,
  names,
}: {
  title: string;
  sums: MonthSoFar;
  names: { now: string; before: string };
}) {
  const { soFar, lastSoFar } = sums;
  const before = m.dashboard_month_before({
    amount: formatWholeMoney(lastSoFar),
    month: names.before,
  });
  const now = formatWholeMoney(soFar);
  return (
    <div>
      <p className={classes.figure}>
        <span>{title}</span>
        <strong>{now}</strong>
        <Change now={soFar} before={lastSoFar} />
      </p>
      <Lines sums={sums} label={m.dashboard_month_figure({ title, now, before })} />
      <p className={classes.quiet}>{before}</p>
    </div>
  );
}

/** The difference, if there is an earlier amount to compare with. */
function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return null;
  const percent = Math.round((now / before - 1) * 100);
  const words =
    percent < 0
      ? m.dashboard_month_less({ percent: -percent })
      : m.dashboard_month_more({ percent });
  return <em data-tone={percent < 0 ? 'less' : 'more'}>{words}</em>;
}

const size = { width: 240, height: 56, edge: 3 } as const;
const mostDays = 31;

/** The running total per day. */
function running(days: readonly number[]): number[] {
  let sum = 0;
  return days.map((amount) => (sum += amount));
}

/** Both months as lines from the first day on, on the same scale. */
function Lines({ sums: { days, lastDays }, label }: { sums: MonthSoFar; label: string }) {
  const now = running(days);
  const before = running(lastDays);
  const most = Math.max(1, now.at(-1) ?? 0, before.at(-1) ?? 0);
  const x = (day: number): number =>
    size.edge + (day * (size.width - 2 * size.edge)) / (mostDays - 1);
  const y = (sum: number): number =>
    size.height - size.edge - (sum * (size.height - 2 * size.edge)) / most;
  const points = (line: readonly number[]): string =>
    line.map((sum, day) => `${x(day).toFixed(1)},${y(sum).toFixed(1)}`).join(' ');
  const last = now.at(-1) ?? 0;
  return (
    <svg
      className={classes.lines}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1={0} x2={size.width} y1={y(0)} y2={y(0)} data-line="ground" />
      <polyline points={points(before)} data-line="before" />
      <polyline points={points(now)} data-line="now" />
      <path d={`M${x(now.length - 1).toFixed(1)} ${y(last).toFixed(1)}h0`} data-line="end" />
    </svg>
  );
}
