/** The CPU time of `work` in seconds: independent of load, unlike wall time. */
export function processorSeconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1e6;
}
