import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds that an old process may take to exit before it is killed. Its jobs return to the
 * queue.
 */
const patience = 1000;

/** Runs the built server as a child process and replaces it after each build. */
export class ApiProcess {
  #child: ChildProcess | null = null;
  /** The next process, with the packages already loaded. */
  #spare: ChildProcess | null = null;
  #ready: Promise<void> = Promise.resolve();
  #announced = false;
  #closed = false;

  readonly #settings: Record<string, string>;
  readonly #say: (text: string) => void;

  constructor(settings: Record<string, string>, say: (text: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  /** Resolves once the current process responds; requests wait for it instead of failing. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** Stops the running process, if any, and starts the latest build. */
  restart(): Promise<void> {
    this.#ready = this.stop().then(() => this.#start());
    return this.#ready;
  }

  /** Sends the process a message that something it loads was rebuilt. */
  tell(message: string): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  /** Stops the running and the spare process. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#spare?.kill('SIGKILL');
    this.#spare = null;
    await this.stop();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    if ((await Promise.race([exit, sleep(patience)])) === undefined) child.kill('SIGKILL');
    await exit;
  }

  #start(): Promise<void> {
    const child = this.#spare?.connected ? this.#spare : this.#spawn();
    this.#spare = null;
    this.#child = child;
    child.send('start');
    return new Promise((done) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        const isReady = / is ready at /.test(text);
        // Print addresses and accounts once, not after each change.
        if (!isReady || !this.#announced) this.#say(text);
        this.#announced ||= isReady;
        if (isReady) {
          done();
          if (!this.#closed) this.#spare ??= this.#spawn();
        }
      });
      child.once('exit', (code) => {
        if (this.#child === child)
          this.#say(`The server exited with code ${code}. It restarts when a file changes.\n`);
        done();
      });
    });
  }

  #spawn(): ChildProcess {
    return spawn(process.execPath, ['--enable-source-maps', 'scripts/dev/warm-server.mjs'], {
      env: { ...process.env, ...this.#settings },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
  }
}
