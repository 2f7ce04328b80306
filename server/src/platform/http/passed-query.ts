import type { FastifyRequest } from 'fastify';
import { isLanguage, languageParameter } from '@lintel/contract/core/language';

const mostLetters = 200;

/** The query parameters that a redirect keeps: campaigns (`utm_…`) and the chosen language. */
export function passedOn({ query }: Pick<FastifyRequest, 'query'>): URLSearchParams {
  const passed = new URLSearchParams();
  const parameters: Record<string, unknown> = { ...(typeof query === 'object' && query) };
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== 'string' || value.length > mostLetters) continue;
    if (/^utm_[a-z_]{1,30}$/.test(name) || (name === languageParameter && isLanguage(value)))
      passed.set(name, value);
  }
  return passed;
}

/** Adds parameters to an address; its own ones stay unless `more` replaces them. */
export function withQuery(address: string, more: URLSearchParams): string {
  const [whole = '', fragment] = address.split('#', 2);
  const [path = '', own = ''] = whole.split('?', 2);
  const query = new URLSearchParams(own);
  for (const [name, value] of more) query.set(name, value);
  const text = query.toString();
  return `${path}${text && `?${text}`}${fragment === undefined ? '' : `#${fragment}`}`;
}
