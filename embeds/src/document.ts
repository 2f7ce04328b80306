import { escapeHtml } from './html.ts';
import { locale } from './language.ts';

interface FramePage {
  title: string;
  css: string;
  body: string;
}

/**
 * A frame's whole page. It loads no web font: the product's font would weigh four times as much as
 * everything else that a website loads for the calculator.
 */
export function frameDocument({ title, css, body }: FramePage): string {
  return `<!doctype html><html lang="${locale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${css}</style></head><body>${body}</body></html>`;
}
