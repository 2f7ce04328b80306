import { leadMessages } from '@lintel/contract/leads-constants';
import { ApiError } from '../../../lib/api/api-error.ts';

/** An entry of a list as it is stored. */
export interface FieldItem {
  id: number;
  value: string;
  isShowing: boolean;
  linkId?: string;
  double?: boolean;
}

/** An entry that is edited; a new one has no id. */
export interface FieldRow {
  key: string;
  id?: number;
  value: string;
  linkId: string;
  isShowing: boolean;
  double: boolean;
}

/** What is wrong with rows, by `<row's key>.<field>`; an empty name is the list itself. */
export type Problems = Record<string, string>;

export const rowOf = ({
  id,
  value,
  isShowing,
  linkId = '',
  double = false,
}: FieldItem): FieldRow => ({
  key: String(id),
  id,
  value,
  isShowing,
  linkId,
  double,
});

/** What is wrong with rows before they are sent. */
export function problemsOf(rows: readonly FieldRow[]): Problems {
  const found: Problems = rows.some(({ isShowing }) => isShowing)
    ? {}
    : { '': leadMessages.noneShowing };
  for (const { key, value, linkId } of rows) {
    if (value.trim() === '') found[`${key}.value`] = 'This field is required.';
    if (linkId !== '' && rows.some((other) => other.key !== key && other.linkId === linkId))
      found[`${key}.linkId`] = leadMessages.sameLinkId;
  }
  return found;
}

/** The server's words of rows, by the row's key in place of its number. */
export function namedByKey(error: unknown, rows: readonly FieldRow[], bodyKey: string): Problems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => {
      const [, at = '', field = ''] =
        new RegExp(String.raw`^${bodyKey}\.(\d+)\.(\w+)$`).exec(name) ?? [];
      const key = rows[Number(at)]?.key;
      return [key === undefined || at === '' ? '' : `${key}.${field}`, message];
    }),
  );
}
