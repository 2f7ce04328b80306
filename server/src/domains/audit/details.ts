import { auditFieldText } from '@lintel/contract/audit/field-words';
import type { AuditChange, AuditDetails } from '@lintel/contract/audit/log';
import { isRecord } from '@lintel/contract/core/narrow';
import { dollarsText } from '../../platform/money.ts';

type Fact = AuditDetails['facts'][number];

/** Longer values are cut; a page's whole text can be read on the page. */
const longest = 2000;

/**
 * An entry's details in readable form: values before and after, and facts. Kinds of entries store
 * changes in different forms: a list with the field's name, a record by field, `from` and `to`
 * alone, or all values `before` and `after`.
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
    if (isPair(value)) found.push(...between(name, value['from'], value['to']));
    else facts.push({ name: auditFieldText(name), value: detailText(value, name) ?? '' });
  }
  return { changes: found, facts: facts.filter(({ value }) => value !== '') };
}

const isPair = (value: unknown): value is Record<'from' | 'to', unknown> =>
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => key === 'from' || key === 'to');

const listed = (change: unknown): AuditChange[] =>
  isRecord(change) && typeof change['field'] === 'string'
    ? [
        {
          field: change['field'],
          before: detailText(change['from']),
          after: detailText(change['to']),
        },
      ]
    : [];

const byField = (changes: Readonly<Record<string, unknown>>): AuditChange[] =>
  Object.entries(changes).flatMap(([name, value]) =>
    isPair(value) ? between(name, value['from'], value['to']) : [],
  );

/** Two values, or for two records the fields that differ. */
function between(of: string, from: unknown, to: unknown): AuditChange[] {
  const field = auditFieldText(of);
  if (isRecord(from) || isRecord(to)) {
    const [one, other] = [isRecord(from) ? from : {}, isRecord(to) ? to : {}];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => ({
        field: [field, auditFieldText(name)].filter(Boolean).join(': '),
        before: detailText(one[name], name),
        after: detailText(other[name], name),
      }));
  }
  return [{ field: field || 'Value', before: detailText(from, of), after: detailText(to, of) }];
}

/**
 * A value as text; null for an empty one. Amounts in cents have that in their name and are shown in
 * dollars.
 */
function detailText(value: unknown, name = ''): string | null {
  if (typeof value === 'number' && name.endsWith('Cents')) return dollarsText(value);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return clipped(String(value));
  // Field names.
  if (name === 'changed' && Array.isArray(value))
    return value.map((field) => auditFieldText(String(field))).join(', ');
  const isPlain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return clipped(isPlain ? value.join(', ') : JSON.stringify(value));
}

const clipped = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
