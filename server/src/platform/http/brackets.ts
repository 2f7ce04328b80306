import qs from 'qs';

/** `filters[createdAt][start]` is three deep; more is nobody's honest query. */
const limits = { depth: 5, parameterLimit: 200, arrayLimit: 100 } as const;

/** A query or a form in which brackets make lists and objects of the names. */
export const readBrackets = (text: string): Record<string, unknown> =>
  qs.parse(text, limits) as Record<string, unknown>;
