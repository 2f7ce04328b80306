/**
 * Differences on a Citus cluster (docs/operations/scale.md). On a single PostgreSQL none of it
 * takes a lock or runs a statement, apart from one query during migrations.
 */
export { afterRowLock, installCommitLock, setOnCluster, untilCommitted } from './commits.ts';
export { isSpread, listMachines, redistribute, spreadOverMachines } from './distribute.ts';
export { readPlacement } from './placement.ts';
