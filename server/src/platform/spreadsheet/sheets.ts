import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { errorOf } from '../errors.ts';
import type { PartEnd } from './parts.ts';
import type { Answered, SheetOrder, Told } from './thread.ts';

/** Without an order for so long, the thread ends; in milliseconds. */
const idleMs = 60_000;
/** A reader who takes nothing for so long has gone, whatever the connection says. */
const patienceMs = 120_000;
/** Bytes that wait for their reader. */
const ahead = 262_144;
/** Of the thread's own objects. */
const oldMegabytes = 192;
/** With the little that a thread gets otherwise, sorting out rows takes a third of its time. */
const youngMegabytes = 48;

interface Reader {
  take(answer: Answered): void;
  fail(error: Error): void;
}

interface Heard {
  /** Told after each piece how many rows were made. */
  onRows?: (rows: number) => void;
  /** Told at the end of a part how far its file has come. */
  onEnd?: (end: PartEnd) => void;
}

/** A part of a file that is being made. */
export interface PartInMaking {
  content: Readable;
  /** How far the file has come with it, once all of it was made; rejects when that cannot be. */
  end: Promise<PartEnd>;
}

/**
 * The thread that an application makes its files in, started when one is first ordered. A thread
 * that breaks down fails the files that it made; the next order starts another one.
 */
export class Sheets {
  readonly #program: URL;
  readonly #readers = new Map<number, Reader>();
  #worker: Worker | null = null;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `program` is the thread's: a file that calls `serveSheets`. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** The bytes of a file, which is made while it is read. Whoever stops reading destroys the stream. */
  make(order: SheetOrder, heard: Pick<Heard, 'onRows'> = {}): Readable {
    return this.#read((this.#lastId += 1), order, heard);
  }

  /**
   * The same for a part of a file. Its rows are asked for at once, so that they are there when the
   * part before it has ended, which is when `begin` tells where this one begins.
   */
  makePart(order: Omit<SheetOrder, 'isPart'>, begin: Promise<PartEnd>): PartInMaking {
    const id = (this.#lastId += 1);
    const heard: Heard = {};
    const content = this.#read(id, { ...order, isPart: true }, heard);
    const end = new Promise<PartEnd>((resolve, reject) => {
      heard.onEnd = resolve;
      content.on('error', reject);
      content.on('close', () => reject(new Error('The part of a file has no end')));
    });
    // Whoever reads the part hears of it as well, and may have no use for its end.
    end.catch(() => undefined);
    begin.then(
      (at) => this.#worker?.postMessage({ id, begin: at } satisfies Told),
      (error: unknown) => content.destroy(errorOf(error)),
    );
    return { content, end };
  }

  #read(id: number, order: SheetOrder, heard: Heard): Readable {
    const worker = this.#start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    const tell = (told: Told): void => worker.postMessage(told);
    let patience: NodeJS.Timeout | undefined;
    const content = new Readable({
      highWaterMark: ahead,
      read: () => {
        clearTimeout(patience);
        tell({ id, more: true });
      },
      destroy: (error, done) => {
        clearTimeout(patience);
        if (this.#readers.delete(id)) tell({ id, stop: true });
        this.#rest();
        done(error);
      },
    });
    this.#readers.set(id, {
      take: (answer) => {
        if ('failure' in answer) {
          const { message, code } = answer.failure;
          content.destroy(Object.assign(new Error(message), { code }));
          return;
        }
        heard.onRows?.(answer.rows);
        if ('done' in answer) {
          if (answer.end !== undefined) heard.onEnd?.(answer.end);
          content.push(null);
        } else if (!content.push(answer.piece))
          patience = setTimeout(
            () => content.destroy(new Error('The reader has gone')),
            patienceMs,
          );
      },
      fail: (error) => void content.destroy(error),
    });
    tell({ id, order });
    return content;
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker === null) {
      const worker = openThread(this.#program);
      worker.on('message', (answer: Answered) => this.#readers.get(answer.id)?.take(answer));
      worker.on('error', (error) => this.#end(worker, error));
      worker.on('exit', () => this.#end(worker, new Error('The thread of exports ended')));
      this.#worker = worker;
    }
    this.#worker.ref();
    return this.#worker;
  }

  /** Whoever waits for this thread is told. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { fail } of this.#readers.values()) fail(error);
  }

  /** Without a reader the thread keeps no process alive, and ends after a while. */
  #rest(): void {
    if (this.#readers.size > 0) return;
    const worker = this.#worker;
    worker?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#readers.size > 0 || this.#worker !== worker) return;
      this.#worker = null;
      void worker?.terminate();
    }, idleMs);
    this.#idle.unref();
  }
}

/** From the sources the program is TypeScript, which needs its loader. */
function openThread(program: URL): Worker {
  const resourceLimits = {
    maxOldGenerationSizeMb: oldMegabytes,
    maxYoungGenerationSizeMb: youngMegabytes,
  };
  if (!program.pathname.endsWith('.ts'))
    return new Worker(program, { execArgv: ['--enable-source-maps'], resourceLimits });
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(
    /cjs$/,
    'mjs',
  );
  const load = `import(${JSON.stringify(loader)}).then(({ tsImport }) => tsImport(${JSON.stringify(program.href)}, ${JSON.stringify(program.href)}));`;
  return new Worker(load, { eval: true, execArgv: [], resourceLimits });
}
