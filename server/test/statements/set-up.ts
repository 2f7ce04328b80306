import { afterEach, expect } from 'vitest';
import { setOnCluster } from '../../src/platform/db/cluster/index.ts';
import { onCluster } from '../machines.ts';
import { takeRejected } from './checked.ts';

setOnCluster(onCluster);

afterEach(() => {
  expect(takeRejected(), 'Statements that name no contractor').toEqual([]);
});
