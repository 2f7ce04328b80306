import { expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { stepUpDecision } from '@lintel/contract/core/step-up';

const keyOf = ({ path, method }: EndpointSpec): string => `${path} ${method}`;
/** By path, so that the table doesn't depend on the order of the contract's files. */
const endpoints: readonly EndpointSpec[] = allEndpoints.toSorted((one, other) =>
  keyOf(one) < keyOf(other) ? -1 : 1,
);

/** An endpoint's row; reads without a step-up are left out. */
function rowOf(spec: EndpointSpec): string[] {
  const decision = stepUpDecision(spec);
  if (decision === null) return [];
  const isRead = spec.method === 'GET' && spec.changesState !== true;
  if (isRead && decision.asks === 'no one') return [];
  const [asks, why] =
    decision.asks === 'no one'
      ? ['no', decision.why]
      : [decision.asks === 'switched' ? 'staff in a contractor’s account' : 'yes', ''];
  return [`| ${spec.method} ${spec.path} | ${asks} | ${why} |`];
}

test('every endpoint that changes data requires a step-up or gives a reason why not', () => {
  const undecided = endpoints.filter((spec) => stepUpDecision(spec) === null);
  expect(undecided.map(({ name }) => name)).toEqual([]);
});

test('no endpoint has both a step-up and a reason against it', () => {
  const both = endpoints.filter(({ stepUp, noStepUp }) => stepUp && noStepUp !== undefined);
  expect(both.map(({ name }) => name)).toEqual([]);
});

test("each endpoint's decision matches the reviewed table", async () => {
  const table = [
    '# Step-up',
    '',
    'Endpoints that change something, and reads of secrets. “yes” asks for the second factor (or the',
    'password) again unless the session gave it within the last ten minutes. A test writes this table:',
    '`npx vitest run --project server server/test/whole/step-up-table.test.ts -u`.',
    '',
    '| endpoint | asks | why not |',
    '| --- | --- | --- |',
    ...endpoints.flatMap(rowOf),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('../../../docs/reference/step-up.md');
});
