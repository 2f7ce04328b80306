import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { fieldNames } from '@lintel/contract/core/field-names';
import { rulesOf, type OwnerRule } from '@lintel/contract/core/owner';
import { repeatedIds } from './agreement.ts';

const isIdName = (name: string): boolean => /^ids?$|[a-z]Ids?$/.test(name);

interface Ids {
  params: string[];
  query: string[];
  body: string[];
}

const pathParameters = ({ path }: EndpointSpec): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * The ids that a call of this endpoint names. `userId` of a GET and of a body is held to the caller
 * wherever it stands, and so is what a body repeats of the path.
 */
function idsOf(spec: EndpointSpec): Ids {
  const params = pathParameters(spec);
  const isRepeated = (name: string): boolean =>
    repeatedIds.some(([told, asked]) => told === name && params.includes(asked));
  const ids = (schema: EndpointSpec['body']): string[] =>
    fieldNames(schema).filter((name) => isIdName(name) && name !== 'userId' && !isRepeated(name));
  return { params, query: ids(spec.query), body: ids(spec.body) };
}

/**
 * Throws unless the endpoint says of each id that a call names whose it is, or why none of them has
 * an owner.
 */
export function requireDeclaredOwner(spec: EndpointSpec): void {
  const rules = rulesOf(spec.owner);
  if (rules.some(({ kind }) => kind === 'unowned')) return;
  const places = rules.flatMap((rule) => ('at' in rule ? [rule.at] : []));
  const ids = idsOf(spec);
  for (const part of ['params', 'query', 'body'] as const) {
    const open = ids[part].find(
      (name) => !places.some((place) => place.in === part && place.field === name),
    );
    if (open !== undefined) throw new Error(`${spec.name} does not say whose its ${open} is`);
  }
  for (const place of places) {
    const known = place.in === 'params' ? pathParameters(spec) : fieldNames(spec[place.in]);
    if (!known.includes(place.field))
      throw new Error(`${spec.name} has no ${place.field} that could be somebody's`);
  }
  if (rules.some(asksForCaller) && !['signedIn', 'privilege', 'staff'].includes(spec.access.kind))
    throw new Error(`${spec.name} has an owner and no caller`);
}

const asksForCaller = ({ kind }: OwnerRule): boolean => kind !== 'shared' && kind !== 'unowned';
