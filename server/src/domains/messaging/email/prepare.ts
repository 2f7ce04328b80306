import { isAddress } from '@lintel/contract/core/fields';
import { isRecord } from '@lintel/contract/core/narrow';
import { cannotReceive, eventLanguage } from '@lintel/contract/emails/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toError } from '../../../platform/errors.ts';
import { findDefaultTemplate } from './built-in.ts';
import type { MessageRow, Outcome } from '../queue/index.ts';
import {
  goesToOwnerAlone,
  isAccountEvent,
  isPersonalEvent,
  unsubscribeUrl,
} from './pages/unsubscribe.ts';
import type { Payload } from './queue.ts';
import type { Mailbox } from '../../../platform/mail/transport.ts';
import { isBusy } from '../../../platform/render/render-error.ts';
import { mailboxText, tidyName } from './rendering/mailboxes.ts';
import { FieldError, createMailRenderer, type RenderedMessage } from './rendering/renderer.ts';
import { readProviderFacts } from '../../legal/index.ts';
import { enabledTemplate } from './template-repository.ts';
import { selectUnsubscribed } from './preference-repository.ts';
import { selectUndeliverableAmong } from './undeliverable-repository.ts';
import { ignoresBounces } from './undeliverable.ts';

interface Source {
  /** Null: the default sender. */
  from: string | null;
  to: string;
  bcc: string;
  subject: string;
  body: string;
  unsubscribe: boolean;
}

/** A message ready to send (`builtIn`: why it uses the built-in text), or why it isn't sent now. */
export type PreparedMessage = { rendered: RenderedMessage; builtIn?: string } | Outcome;

/**
 * Attempts to render an account message on a busy machine before falling back to the lighter
 * built-in text.
 */
const attemptsForTemplate = 4;

/**
 * Decides a message's text and recipients. Account messages are always sent; others need an enabled
 * template and a subscribed recipient. `attempt` counts from 1: a busy machine renders the template
 * again later, while a broken template falls back to the built-in text at once.
 */
export async function prepare(
  context: Context,
  message: MessageRow,
  payload: Payload,
  attempt: number,
): Promise<PreparedMessage> {
  const { event } = message;
  // A draft goes unchanged to the person testing it, even to an unsubscribed address.
  const stored = payload.draft
    ? { ...payload.draft, from: null, to: '{{ to }}', bcc: '' }
    : await enabledTemplate(context.db, event);
  const own = !payload.draft && goesToOwnerAlone(event) ? ownSource(event) : null;
  // Staff can disable optional messages.
  const first = stored ?? (isAccountEvent(event) ? own : null);
  if (!first) return { status: 'suppressed', reason: 'No template is enabled for this event' };
  try {
    return await renderFor(context, event, first, payload);
  } catch (error) {
    const mayWait = !isBusy(error) || attempt < attemptsForTemplate;
    if (own === null || first === own || (isBusy(error) && mayWait)) return failed(error);
    if (!(error instanceof FieldError) && !isBusy(error)) throw error;
    const { message: why } = toError(error);
    const builtIn = `The built-in text was sent, because the template for ${event} failed: ${why}`;
    const prepared = await renderFor(context, event, own, payload).catch(failed);
    if (!('rendered' in prepared)) return prepared;
    context.log.warn(builtIn);
    return { ...prepared, builtIn };
  }
}

/** A field error is permanent; a busy machine may succeed next time. */
function failed(error: unknown): PreparedMessage {
  if (error instanceof FieldError) return { status: 'failed', reason: error.message };
  if (isBusy(error)) return { status: 'queued', reason: toError(error).message };
  throw error;
}

function ownSource(event: string): Source | null {
  const template = findDefaultTemplate(event);
  return template === undefined ? null : { ...template, from: null, bcc: '' };
}

async function renderFor(
  context: Context,
  event: string,
  source: Source,
  payload: Payload,
): Promise<PreparedMessage> {
  const { db } = context;
  const renderer = createMailRenderer(context);
  const { data } = payload;
  const mayStop = isPersonalEvent(event) || (source.unsubscribe && !isAccountEvent(event));
  const language = eventLanguage(event);
  const wanted = async (all: Mailbox[]): Promise<Mailbox[]> => {
    const addresses = all.map(({ address }) => address);
    const gone =
      mayStop && !payload.draft ? await selectUnsubscribed(db, addresses) : new Set<string>();
    return all.filter(({ address }) => !gone.has(address.toLowerCase()));
  };
  // A link that opens something personal goes to its owner only, regardless of the template.
  const owner =
    goesToOwnerAlone(event) && !payload.draft ? (data.to ?? data.user?.email) : undefined;
  const named =
    owner === undefined
      ? await renderer.addresses('to', source.to, data)
      : [{ name: '', address: owner }];
  if (named.length === 0)
    throw new FieldError({
      field: 'to',
      line: 1,
      column: 1,
      message: 'This contains no e-mail address',
    });
  const to = await wanted(named);
  if (to[0] === undefined) return { status: 'suppressed', reason: 'The address is unsubscribed' };
  const reachable = await filterReachable(db, event, to);
  if (reachable[0] === undefined)
    return { status: 'failed', reason: cannotReceive.toStaff, toSender: cannotReceive.toSender };
  const copied =
    owner === undefined ? await wanted(await renderer.addresses('bcc', source.bcc, data)) : [];
  const bcc = await filterReachable(db, event, copied);
  const keepsLinks = goesToOwnerAlone(event);
  const subject = await renderer.subject(source.subject, data, { keepsLinks });
  const url = mayStop ? unsubscribeUrl(context, reachable[0].address, language) : null;
  const asker = replyMailbox(event, payload);
  const { html, text } = await renderer.body(source.body, data, {
    subject,
    unsubscribeUrl: url,
    language,
    keepsLinks,
    postalAddress: url === null ? '' : (await readProviderFacts(db)).address,
  });
  return {
    rendered: {
      from: source.from ?? context.config.mailFrom.address,
      to: reachable.map(mailboxText).join(', '),
      bcc: bcc.map(({ address }) => address).join(', '),
      subject,
      html,
      text,
      unsubscribeUrl: url,
      ...(asker !== null && { replyTo: mailboxText(asker) }),
    },
  };
}

/** The recipients that can receive the message. */
async function filterReachable(db: Database, event: string, all: Mailbox[]): Promise<Mailbox[]> {
  if (ignoresBounces(event)) return all;
  const gone = await selectUndeliverableAmong(
    db,
    all.map(({ address }) => address),
  );
  return all.filter(({ address }) => !gone.has(address.toLowerCase()));
}

/** Replies go to the person who asks the question or sends the link. */
function replyMailbox(event: string, { data, draft }: Payload): Mailbox | null {
  if (draft) return null;
  const { user, answerTo, company } = data;
  if (typeof answerTo === 'string' && isAddress(answerTo))
    return { name: tidyName(nameIn(company)), address: answerTo };
  if (event !== 'ask-question' || user === undefined) return null;
  return isAddress(user.email)
    ? { name: tidyName(`${user.firstname} ${user.lastname}`), address: user.email }
    : null;
}

const nameIn = (company: unknown): string =>
  isRecord(company) && typeof company['name'] === 'string' ? company['name'] : '';
