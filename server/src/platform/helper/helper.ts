import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { busy, RenderError } from '../render/render-error.ts';
import { byTheClock, type HelperBounds, type StartTimer } from './bounds.ts';
import { endProcess, readMemory, readProcessorTime, watch } from './process-usage.ts';
import type { Answer, HelperTasks, TaskName } from './tasks.ts';

interface PendingTask {
  id: number;
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  /** The process's CPU time when the task began; null while it starts and loads. */
  begunAt: number | null;
  stopClock: () => void;
}

/** The process exited during the task. */
class HelperEnded extends Error {
  /** V8 ran out of memory. */
  readonly brokeDown: boolean;

  constructor(brokeDown: boolean) {
    super('A helper process ended');
    this.brokeDown = brokeDown;
  }
}

const endedTwice = ({ brokeDown }: HelperEnded): RenderError =>
  brokeDown ? tooMuchMemory() : new RenderError('unavailable', 'The helper process ended twice');
const tooMuchMemory = (): RenderError =>
  new RenderError('too_large', 'This needs more memory than allowed');

const cannotStart = 'a helper process cannot be started';

/** How often a working process is checked, in milliseconds. */
const lookEvery = 50;

/**
 * The server's side of one helper process, which runs one task at a time: started on demand, and
 * restarted after it exits.
 */
export class Helper {
  readonly #bounds: HelperBounds;
  readonly #log: Logger;
  readonly #later: StartTimer;
  #child: ChildProcess | null = null;
  #waiting: PendingTask | null = null;
  #lastId = 0;
  #starts = 0;
  #stopWatching = (): void => {};
  #closed = false;

  constructor(bounds: HelperBounds, log: Logger, later: StartTimer = byTheClock) {
    this.#bounds = bounds;
    this.#log = log;
    this.#later = later;
  }

  /**
   * Runs a task; the previous one must have ended. Throws a `RenderError`: the task's own,
   * `timeout` above its CPU time, `too_large` above its memory, `busy` when the machine didn't get
   * to it in time, `unavailable` when the process exited twice or is closed.
   */
  async run<Name extends TaskName>(
    task: Name,
    input: HelperTasks[Name]['input'],
  ): Promise<HelperTasks[Name]['output']> {
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

  /** Stops the process, which restarts on demand. */
  rest(): void {
    this.#end(new HelperEnded(false));
  }

  close(): void {
    this.#closed = true;
    this.rest();
  }

  #ask<Name extends TaskName>(
    task: Name,
    input: HelperTasks[Name]['input'],
  ): Promise<HelperTasks[Name]['output']> {
    if (this.#closed) return Promise.reject(new RenderError('unavailable', 'The helper is closed'));
    const id = (this.#lastId += 1);
    const endOwn = (reason: Error): void => {
      if (this.#waiting?.id === id) this.#end(reason);
    };
    return new Promise((resolve, reject) => {
      const child = (this.#child ??= this.#start());
      hold(child, true);
      const stopClock = this.#later(this.#bounds.patience, () => endOwn(busy()));
      this.#waiting = { id, resolve, reject, begunAt: null, stopClock };
      this.#stopWatching = watch(lookEvery, () => this.#look(child));
      try {
        child.send({ id, task, input }, (error) => {
          if (error) endOwn(new HelperEnded(false));
        });
      } catch {
        // Without a free file handle there is no process to send to.
        endOwn(new HelperEnded(false));
      }
    });
  }

  #start(): ChildProcess {
    this.#starts += 1;
    const child = this.#fork();
    child.on('message', (answer: Answer) => void this.#hear(child, answer));
    child.on('error', (error) => {
      this.#log.error({ err: error }, cannotStart);
      // This may be the only event of this process.
      if (this.#child === child) this.#end(new HelperEnded(false));
    });
    child.on('exit', (_code, signal) => {
      if (this.#child === child)
        this.#forget(new HelperEnded(signal !== 'SIGKILL' && signal !== 'SIGTERM'));
    });
    return child;
  }

  #fork(): ChildProcess {
    const { PATH = '' } = process.env;
    try {
      return fork(program, {
        execArgv: [...loader, '--max-old-space-size=512'],
        env: { PATH },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch (error) {
      this.#log.error({ err: error }, cannotStart);
      throw new HelperEnded(false);
    }
  }

  async #hear(child: ChildProcess, answer: Answer): Promise<void> {
    if ('begun' in answer) {
      const used = await readProcessorTime(child.pid ?? 0);
      if (this.#waiting?.id === answer.id) this.#waiting.begunAt = used;
      return;
    }
    this.#settle(answer.id, ({ resolve, reject }) => {
      if ('error' in answer) reject(new RenderError(answer.error.code, answer.error.message));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer is of the task that was given
      else resolve(answer.output as never);
    });
    if ('error' in answer && answer.ends && this.#child === child) this.rest();
  }

  /** Only killing the process stops its current work. */
  async #look({ pid = 0 }: ChildProcess): Promise<void> {
    const { time, memory } = this.#bounds;
    const [id, begunAt] = [this.#waiting?.id, this.#waiting?.begunAt ?? null];
    const [used, held] = await Promise.all([readProcessorTime(pid), readMemory([pid])]);
    if (id === undefined || this.#waiting?.id !== id) return;
    if (held > memory) this.#end(tooMuchMemory());
    else if (begunAt !== null && used - begunAt > time)
      this.#end(new RenderError('timeout', `This takes more than ${time / 1000} seconds of work`));
  }

  #settle(id: number, how: (waiting: PendingTask) => void): void {
    const waiting = this.#waiting;
    if (waiting?.id !== id) return;
    this.#waiting = null;
    if (this.#child) hold(this.#child, false);
    waiting.stopClock();
    this.#stopWatching();
    how(waiting);
  }

  #end(reason: Error): void {
    if (this.#child?.pid !== undefined) endProcess(this.#child.pid);
    this.#forget(reason);
  }

  /** Rejects the pending task. */
  #forget(reason: Error): void {
    this.#child = null;
    if (this.#waiting) this.#settle(this.#waiting.id, ({ reject }) => reject(reason));
  }
}

/** Whether the child keeps this process alive: only while a response is pending. */
function hold(child: ChildProcess, stays: boolean): void {
  if (stays) child.ref();
  else child.unref();
  if (stays) child.channel?.ref();
  else child.channel?.unref();
}

// The built program is JavaScript in the same folder; the source is TypeScript, which needs its
// loader.
const fromSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(
  new URL(fromSource ? './helper-process.ts' : './helper-process.js', import.meta.url),
);
const loader = fromSource
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : ['--enable-source-maps'];
