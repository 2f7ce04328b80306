import type { AuditChange, AuditDetails } from '@lintel/contract/audit/log';
import { isRecord } from '@lintel/contract/core/narrow';

type Fact = AuditDetails['facts'][number];

/** Longer values are cut: a page's whole text is read where the page is. */
const longest = 2000;

/**
 * What an entry's details say, for a person: values before and after, and facts. Entries tell of
 * changes in several forms, as each kind of them came to be: a list with the field's name, a record
 * by the field, `from` and `to` alone, or all values `before` and `after`.
 */
export function readDetails(details: Readonly<Record<string, unknown>>): {
  changes: AuditChange[];
  facts: Fact[];
} {
  const { changes, from, to, before, after, ...others } = details;
  const found: AuditChange[] = [];
  const facts: Fact[] = [];
  if (Array.isArray(changes)) found.push(...changes.flatMap(listed));
  else if (isRecord(changes)) found.push(...byField(changes));
  if (from !== undefined || to !== undefined) found.push(...between('', from, to));
  if (before !== undefined || after !== undefined) found.push(...between('', before, after));
  for (const [name, value] of Object.entries(others)) {
    if (isPair(value)) found.push(...between(titleOf(name), value['from'], value['to']));
    else facts.push({ name: titleOf(name), value: textOf(value) ?? '' });
  }
  return { changes: found, facts: facts.filter(({ value }) => value !== '') };
}

const isPair = (value: unknown): value is Record<'from' | 'to', unknown> =>
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => key === 'from' || key === 'to');

const listed = (change: unknown): AuditChange[] =>
  isRecord(change) && typeof change['field'] === 'string'
    ? [{ field: change['field'], before: textOf(change['from']), after: textOf(change['to']) }]
    : [];

const byField = (changes: Readonly<Record<string, unknown>>): AuditChange[] =>
  Object.entries(changes).flatMap(([name, value]) =>
    isPair(value) ? between(titleOf(name), value['from'], value['to']) : [],
  );

/** Two values; of two records the fields in which they differ. */
function between(field: string, from: unknown, to: unknown): AuditChange[] {
  if (isRecord(from) || isRecord(to)) {
    const [one, other] = [isRecord(from) ? from : {}, isRecord(to) ? to : {}];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => ({
        field: [field, titleOf(name)].filter(Boolean).join(': '),
        before: textOf(one[name]),
        after: textOf(other[name]),
      }));
  }
  return [{ field: field || 'Value', before: textOf(from), after: textOf(to) }];
}

/** `pageName` as `Page name`; what is in words already stays so. */
function titleOf(name: string): string {
  const words = name
    .replace(
      /([a-z\d])([A-Z])/g,
      (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value in words; null for none. Sums in cents have that in their name and stay as they are. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return clipped(String(value));
  const isPlain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return clipped(isPlain ? value.join(', ') : JSON.stringify(value));
}

const clipped = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
