import type { LenderEvent } from '@lintel/contract/lenders/events';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/route.ts';
import { findLender, insertCall, isFromLender, type LenderRow } from '../../lenders/index.ts';
import { noContractor } from '../../../platform/db/no-contractor.ts';

/** Unknown fields of one event, as JSON text. */
const mostExtra = 4000;

/**
 * The lender of a signed event, which is recorded with its calls. Throws `unauthorized` for a wrong
 * signature, another network, an unknown lender, or the one of the environment, which has an
 * address of its own: callers can't tell these apart.
 */
export async function findSender(
  context: Context,
  lenderId: number,
  { rawBody, headers, address }: RequestFacts,
): Promise<LenderRow> {
  const lender = await findLender(context.db, lenderId);
  const header = headers['lintel-signature'];
  const signature = typeof header === 'string' ? header : undefined;
  if (
    lender === undefined ||
    lender.fromEnvironment ||
    !(await isFromLender(context, lender, { rawBody, signature, address }))
  )
    throw new AppError('unauthorized');
  const event: unknown = JSON.parse(rawBody);
  await insertCall(context.db, {
    contractorId: noContractor,
    lenderId,
    at: context.clock.now(),
    direction: 'in',
    kind: textField(event, 'type'),
    application: textField(event, 'application'),
    status: 200,
    milliseconds: 0,
  });
  return lender;
}

const textField = (value: unknown, field: string): string =>
  isRecord(value) && typeof value[field] === 'string' ? value[field].slice(0, 100) : '';

/**
 * The fields of an event that the protocol doesn't know, to keep and show them; undefined without
 * any. Throws field errors when they are too long to keep.
 */
export function unknownFields(
  { rawBody }: Pick<RequestFacts, 'rawBody'>,
  event: LenderEvent,
): Record<string, unknown> | undefined {
  const extra = surplus(JSON.parse(rawBody), event);
  if (!isRecord(extra)) return undefined;
  if (JSON.stringify(extra).length > mostExtra)
    throw new AppError('invalid', {
      message: `Fields that the protocol doesn’t know can have ${mostExtra} characters in all.`,
    });
  return extra;
}

/** What `sent` has in addition to `known`, at the same places; undefined for nothing. */
function surplus(sent: unknown, known: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(known)) {
    const each = sent.map((one, index) => surplus(one, known[index]) ?? null);
    return each.some((one) => one !== null) ? each : undefined;
  }
  if (!isRecord(sent) || !isRecord(known)) return undefined;
  const found = Object.entries(sent).flatMap(([name, value]) => {
    const more = name in known ? surplus(value, known[name]) : value;
    return more === undefined ? [] : [[name, more]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
