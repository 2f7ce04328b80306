import type { Database } from '../../platform/db/connect.ts';
import { defaultTemplateOf } from './defaults/index.ts';
import type { MessageRow } from './message-repository.ts';
import { isAccountEvent } from './policy.ts';
import type { EmailDeps, Payload } from './queue.ts';
import { FieldError, type MailRenderer } from './rendering/renderer.ts';
import type { RenderedMessage } from './rendering/message.ts';
import { enabledTemplate } from './template-repository.ts';
import { unsubscribedOf } from './unsubscriber-repository.ts';
import { unsubscribeUrl } from './unsubscribers.ts';

export interface PrepareDeps extends EmailDeps {
  renderer: MailRenderer;
  publicUrl: string;
  /** The address of messages whose template is the product's own. */
  fromAddress: string;
  /** Tells the operator. */
  warn(message: string): void;
}

/** What a message is rendered from. */
interface Source {
  from: string;
  to: string;
  bcc: string;
  subject: string;
  body: string;
  unsubscribe: boolean;
}

/** A message that can leave (with a reason when it is not the stored template's), why there is none, or why not yet. */
export type Prepared =
  | { rendered: RenderedMessage; reason?: string }
  | { status: 'failed' | 'suppressed'; reason: string }
  | { again: string };

/** Decides what a message says and to whom. Messages about the account go in any case, others only by an enabled template. */
export async function prepare(db: Database, deps: PrepareDeps, message: MessageRow, payload: Payload): Promise<Prepared> {
  const { event } = message;
  // A draft is sent to whoever tries it, as it is: in no other words, and also when that address is unsubscribed.
  const stored = payload.draft
    ? { ...payload.draft, from: deps.fromAddress, to: '{{ to }}', bcc: '' }
    : await enabledTemplate(db, event);
  const own = !payload.draft && isAccountEvent(event) ? ownSource(deps, event) : null;
  const first = stored ?? own;
  if (!first) return { status: 'suppressed', reason: 'No template is enabled for this event' };
  try {
    return await renderFor(db, deps, event, first, payload);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    if (own === null || first === own) return failed(error);
    const reason = `The built-in text was sent, because the template for ${event} failed: ${error.message}`;
    deps.warn(reason);
    return renderFor(db, deps, event, own, payload).then(
      (prepared) => ('rendered' in prepared ? { ...prepared, reason } : prepared),
      (second: unknown) => {
        if (second instanceof FieldError) return failed(second);
        throw second;
      },
    );
  }
}

const failed = ({ late, message }: FieldError): Prepared => (late ? { again: message } : { status: 'failed', reason: message });

function ownSource({ fromAddress }: PrepareDeps, event: string): Source | null {
  const template = defaultTemplateOf(event);
  return template === undefined ? null : { ...template, from: fromAddress, bcc: '' };
}

async function renderFor(db: Database, deps: PrepareDeps, event: string, source: Source, payload: Payload): Promise<Prepared> {
  const { renderer } = deps;
  const { data } = payload;
  const mayStop = source.unsubscribe && !isAccountEvent(event);
  const wanted = async (all: string[]): Promise<string[]> => {
    const gone = mayStop && !payload.draft ? await unsubscribedOf(db, all) : new Set<string>();
    return all.filter((one) => !gone.has(one.toLowerCase()));
  };
  // What opens an account goes to its owner alone, whatever a template says.
  const owner = isAccountEvent(event) && !payload.draft ? (data.to ?? data.user?.email) : undefined;
  const named = owner === undefined ? renderer.addresses('to', source.to, data) : [owner];
  if (named.length === 0) throw new FieldError({ field: 'to', line: 1, column: 1, message: 'This holds no e-mail address' });
  const to = await wanted(named);
  if (to[0] === undefined) return { status: 'suppressed', reason: 'The address is unsubscribed' };
  const bcc = owner === undefined ? await wanted(renderer.addresses('bcc', source.bcc, data)) : [];
  const subject = renderer.subject(source.subject, data);
  const url = mayStop ? unsubscribeUrl(deps, to[0]) : null;
  const { html, text } = renderer.body(source.body, data, { subject, unsubscribeUrl: url });
  return { rendered: { from: source.from, to: to.join(', '), bcc: bcc.join(', '), subject, html, text, unsubscribeUrl: url } };
}
