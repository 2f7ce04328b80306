import { Worker } from 'node:worker_threads';
import { toError } from '../errors.ts';
import { RenderError } from '../render/render-error.ts';
import type { Answer, HelperTasks, Request, TaskName } from './tasks.ts';

/**
 * A separate process for work with unbounded time or memory, so that it can be killed safely:
 * everything that reads uploads or templates. It exits with the server that started it.
 */
type Work = {
  [Name in TaskName]: (input: HelperTasks[Name]['input']) => Promise<HelperTasks[Name]['output']>;
};

/** Loads each task's code on first use. */
const loading: { [Name in TaskName]: () => Promise<Work[Name]> } = {
  draw: async () => (await import('../render/takumi.ts')).createTakumi(),
  pages: async () => {
    const draw = await (await import('../render/pdf-pages.ts')).createPdfPages();
    return ({ pdf, width }) => draw(pdf, width);
  },
  difference: async () => {
    const { comparePictures } = await import('../render/picture-difference.ts');
    return ({ first, second }) => comparePictures(first, second);
  },
  about: async () => (await import('../render/with-about.ts')).withAbout,
  ready: async () => {
    await Promise.all([loadWork('draw'), loadWork('pages')]);
    return async () => null;
  },
  'check-html': async () => {
    const { checkHtml } = await import('../render/pictures.ts');
    return async (html) => checkHtml(html).then(() => null);
  },
  'examine-pdf': async () => (await import('../pdf/examine-pdf.ts')).examinePdf,
  'read-csv': async () => {
    const { readCsv } = await import('../spreadsheet/read-csv.ts');
    return async (input) => readCsv(input);
  },
  picture: async () => (await import('../images/encode.ts')).encodePicture,
  liquid: async () => {
    const { renderLiquid } = await import('../liquid/liquid.ts');
    return async (input) => renderLiquid(input);
  },
  'mail-html': async () => {
    const { mailHtml } = await import('../html/mail-html.ts');
    return async (input) => mailHtml(input);
  },
  'check-mail-html': async () => {
    const { mailHtmlProblem } = await import('../html/mail-html.ts');
    return async (html) => mailHtmlProblem(html);
  },
  'inline-styles': async () => {
    const { default: juice } = await import('juice');
    return async (html) => juice(html);
  },
  'put-secret-links': async () => {
    const { putSecretLinks } = await import('../html/secret-links.ts');
    return async (input) => putSecretLinks(input);
  },
  'rich-text': async () => {
    const { cleanHtml } = await import('../html/rich-text.ts');
    return async (html) => cleanHtml(html);
  },
};

const loaded: Partial<Record<TaskName, Promise<unknown>>> = {};
const loadWork = <Name extends TaskName>(task: Name): Promise<Work[Name]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each task's own work under its name
  (loaded[task] ??= load(task)) as Promise<Work[Name]>;

/** A failed load isn't the task's fault, and a retry may work. */
const load = (task: TaskName): Promise<unknown> =>
  loading[task]().catch((error: unknown) => {
    delete loaded[task];
    throw new RenderError('unavailable', `"${task}" cannot be loaded: ${toError(error).message}`);
  });

/** These tasks run native code; after a crash in it, the memory can't be trusted. */
const native: ReadonlySet<TaskName> = new Set(['draw', 'pages', 'difference', 'picture']);

const answer = (message: Answer): void => void process.send?.(message);

async function run<Name extends TaskName>(
  id: number,
  task: Name,
  input: HelperTasks[Name]['input'],
): Promise<void> {
  try {
    const work = await loadWork(task);
    answer({ id, begun: true });
    answer({ id, output: await work(input) });
  } catch (error) {
    const code = error instanceof RenderError ? error.code : 'failed';
    const ends = code === 'failed' && native.has(task);
    answer({ id, error: { code, message: toError(error).message }, ends });
  }
}

process.on('message', ({ id, task, input }: Request) => void run(id, task, input));
process.on('disconnect', () => process.exit());
// A killed server can't stop this process, and a process in an endless loop gets no events, so a
// separate thread watches the parent.
new Worker(
  `const { ppid } = process;
   setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
).unref();
