import { expect, test } from 'vitest';
import { pino } from 'pino';
import { standingClock } from '../../../test/edges.ts';
import { summarizeStatement, StatementWatch } from './statements.ts';

test('a shown statement contains no values, and lists of all lengths are the same', () => {
  const text = (statement: string): string => summarizeStatement(statement).text;
  expect(
    text(`select * from "users" where email = 'ann''s@example.com' and id = 42 -- for Ann`),
  ).toBe('select * from "users" where email = ? and id = ?');
  expect(text('select "q1_2" from t where id in ($1, $2, $3)')).toBe(
    'select "q1_2" from t where id in (...)',
  );
  expect(text('insert into t (a, b) values ($1, $2), ($3, default)')).toBe(
    'insert into t (a, b) values (...)',
  );
  expect(text('select $body$ secret $body$, /* secret */ $1::text[] ,\n\t-7.5')).not.toMatch(
    /secret|7/,
  );
  const [one, other] = ['$1', '$1, $2'].map(
    (list) => summarizeStatement(`select a from t where id = any(array[${list}, $9])`).fingerprint,
  );
  expect(one).toBe(other);
  expect(one).toMatch(/^[0-9a-f]{12}$/);
});

function watchWithLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const clock = standingClock();
  const watch = new StatementWatch({
    slowMs: 100,
    log: pino({ base: null }, { write }),
    later: clock.later,
  });
  return { watch, lines, clock };
}

test('a slow statement is logged immediately, and its repetitions once a minute', () => {
  const { watch, lines, clock } = watchWithLog();
  for (const took of [120, 300, 200]) watch.note('select pg_sleep($1)', 'reports', took);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    msg: 'slow statement',
    text: 'select pg_sleep($1)',
    work: 'reports',
    ms: 120,
  });
  clock.strike();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ count: 2, ms: 500, longestMs: 300 });
  clock.strike();
  expect(lines).toHaveLength(2);
});

test("a slow database doesn't flood the log, however many statements there are", () => {
  const { watch, lines, clock } = watchWithLog();
  for (let count = 0; count < 20_000; count += 1)
    watch.note(`select a${count % 5000} from t where id = ${count}`, 'requests', 5000);
  expect(lines.length).toBeLessThan(10);
  clock.strike();
  expect(lines.length).toBeLessThan(40);
  expect(lines.at(-1)).toMatchObject({ msg: 'more slow statements of the last minute' });
});

test("fast statements aren't logged, and every statement is measured", async () => {
  const { watch, lines } = watchWithLog();
  watch.begin('select 1', 'jobs')();
  expect(lines).toEqual([]);
  const { values } = await watch.durations.get();
  const count = values.find(({ metricName }) => metricName?.endsWith('_count'));
  expect(count).toMatchObject({ value: 1, labels: { work: 'jobs' } });
});
