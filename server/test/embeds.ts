import type { EmbedFiles } from '../src/domains/marketing/index.ts';
import { computeEtag } from '../src/platform/http/etag.ts';

const script = (text: string) => ({ content: Buffer.from(text), etag: computeEtag(text) });

/** Replaces the built embeds with pages that show their inputs. */
export const testEmbeds: EmbedFiles = {
  scripts: {
    v1: script('"loader"'),
    calculator: script('"calculator"'),
    'calculator.es': script('"calculadora"'),
    frame: script('"frame"'),
  },
  renderCalculator: (page) =>
    `<!doctype html><style>main{color:red}</style><pre>${JSON.stringify(page)}</pre>`,
  renderCalm: (page) =>
    `<!doctype html><style>main{color:grey}</style><pre>${JSON.stringify(page)}</pre>`,
};
