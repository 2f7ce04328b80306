/**
 * What differs when the database is a Citus cluster (docs/operations/scale.md). On one PostgreSQL none of it
 * takes a lock or sends a statement, apart from one question when the schema is brought up to date.
 */
export { afterRowLock, installCommitLock, setOnCluster, untilCommitted } from './commits.ts';
export { isSpread, machinesOf, spreadAgain, spreadOverMachines } from './distribute.ts';
export { readPlacement } from './placement.ts';
