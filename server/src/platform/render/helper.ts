import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Answer, HelperTasks, TaskName } from './helper-messages.ts';
import type { Bounds } from './limits.ts';
import { endProcess, watchMemory } from './process-memory.ts';
import { RenderError } from './render-error.ts';

interface Waiting {
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** The process ended while it worked, perhaps for another task's sake. */
class HelperEnded extends Error {
  readonly forItsMemory: boolean;

  constructor(forItsMemory: boolean) {
    super('The drawing helper ended');
    this.forItsMemory = forItsMemory;
  }
}

/** The other end of the helper process: started when first needed, and again when it has ended. */
export class Helper {
  readonly #bounds: Bounds;
  readonly #log: Logger;
  #child: ChildProcess | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #starts = 0;
  #stopWatching = (): void => {};
  #closed = false;

  constructor(bounds: Bounds, log: Logger) {
    this.#bounds = bounds;
    this.#log = log;
  }

  /** Has a task done. Throws `timeout` after the time limit, and `failed` or `too_large` when the process ended twice over it. */
  async run<Name extends TaskName>(task: Name, input: HelperTasks[Name]['input']): Promise<HelperTasks[Name]['output']> {
    try {
      return await this.#ask(task, input);
    } catch (error) {
      if (!(error instanceof HelperEnded)) throw error;
    }
    return await this.#ask(task, input).catch((error: unknown) => {
      throw error instanceof HelperEnded ? endedTwice(error) : error;
    });
  }

  stats(): { pid: number | null; starts: number } {
    return { pid: this.#child?.pid ?? null, starts: this.#starts };
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  #ask<Name extends TaskName>(task: Name, input: HelperTasks[Name]['input']): Promise<HelperTasks[Name]['output']> {
    if (this.#closed) return Promise.reject(new RenderError('failed', 'The renderer is closed'));
    const child = (this.#child ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#tooLong(id), this.#bounds.time);
      if (this.#waiting.size === 0) this.#watch(child);
      this.#waiting.set(id, { resolve, reject, timer });
      child.send({ id, task, input }, (error) => {
        if (error) this.#settle(id, ({ reject }) => reject(new HelperEnded(false)));
      });
    });
  }

  #start(): ChildProcess {
    this.#starts += 1;
    const { PATH = '' } = process.env;
    const child = fork(program, {
      execArgv: [...loader, '--max-old-space-size=512'],
      env: { PATH },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (answer: Answer) => this.#settle(answer.id, (waiting) => settleBy(answer, waiting)));
    child.on('error', (error) => this.#log.error({ err: error }, 'the drawing helper cannot be started'));
    child.on('exit', () => this.#forget(child));
    return child;
  }

  #settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (this.#waiting.size === 0) this.#stopWatching();
    how(waiting);
  }

  /** Nothing but its end stops what the process does now. */
  #tooLong(id: number): void {
    const seconds = this.#bounds.time / 1000;
    this.#settle(id, ({ reject }) => reject(new RenderError('timeout', `Drawing took longer than ${seconds} seconds`)));
    this.#end();
  }

  #watch({ pid }: ChildProcess): void {
    this.#stopWatching = watchMemory(
      async () => (pid === undefined ? [] : [pid]),
      this.#bounds.memory,
      async () => this.#end(true),
    );
  }

  #end(forItsMemory = false): void {
    const child = this.#child;
    if (child?.pid !== undefined) endProcess(child.pid);
    if (child) this.#forget(child, forItsMemory);
  }

  /** Whoever still waits for this process is told. */
  #forget(child: ChildProcess, forItsMemory = false): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#stopWatching();
    for (const id of this.#waiting.keys()) this.#settle(id, ({ reject }) => reject(new HelperEnded(forItsMemory)));
  }
}

function settleBy(answer: Answer, { resolve, reject }: Waiting): void {
  if ('error' in answer) reject(new RenderError(answer.error.code, answer.error.message));
  else resolve(answer.output as never);
}

const endedTwice = ({ forItsMemory }: HelperEnded): RenderError =>
  forItsMemory
    ? new RenderError('too_large', 'Drawing needs more memory than a rendering may take')
    : new RenderError('failed', 'Drawing broke down twice');

// Built, the program lies beside this file as JavaScript; from the sources it is TypeScript, which needs its loader.
const fromSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(fromSource ? './helper-process.ts' : './helper-process.js', import.meta.url));
const loader = fromSource
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : ['--enable-source-maps'];
