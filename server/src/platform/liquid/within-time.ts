import { createContext, Script } from 'node:vm';

const context = createContext({ work: null }, { name: 'limited work' });
const script = new Script('work()');

/**
 * What `work` returns, or an error with code `ERR_SCRIPT_EXECUTION_TIMEOUT` once it has run for `milliseconds`: V8 stops whatever
 * runs below this call, so that a loop without end in a package ends too. `work` must not be waited for.
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  const outer: unknown = context['work'];
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } finally {
    context['work'] = outer;
  }
}

export const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
