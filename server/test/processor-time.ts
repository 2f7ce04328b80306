/** Seconds of processor time that `work` takes: the same on a busy machine, unlike the clock's. */
export function processorSeconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1e6;
}
