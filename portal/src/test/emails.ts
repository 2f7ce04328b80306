import type { output } from 'zod';
import {
  listCategories,
  listEvents,
  listFreeEvents,
  listTemplates,
  listUnsubscribers,
  type Template,
} from '@lintel/contract/emails/templates';
import { HttpResponse } from 'msw';
import {
  listBuiltIn,
  listFailed,
  type templateVersion,
  previewTemplate,
} from '@lintel/contract/emails/queue';
import { openPortal } from './render-portal.tsx';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { answer, type AnswerValue, type Reply } from './server.ts';
import { privileges, staff } from './sessions.ts';

const words = {
  templates: 'manage-emails:access_templates',
  changes: 'manage-emails:modify_templates',
  unsubscribers: 'manage-emails:access_unsubscribers',
};
type TemplateVersion = output<typeof templateVersion>;

/** Staff with some of the screen's three privileges. */
export const mailStaff = (...held: (keyof typeof words)[]) =>
  staff(privileges(...held.map((name) => words[name])));

export const template = (change: Partial<Template> = {}): Template => ({
  id: 41,
  type: 1,
  subject: 'Welcome, {{ user.firstName }}',
  from: 'hello@lintel.example',
  to: '{{ user.email }}',
  bcc: 'archive@lintel.example',
  body: '<style>p { color: red }</style><p>Hello <b>{{ user.firstName }}</b></p>\n{% if link %}<a href="{{ link }}">Start</a>{% endif %}',
  usedFor: 5,
  category: { id: 2, category: 'Account' },
  description: 'Sent once',
  enabled: true,
  unsubscribe: false,
  version: 3,
  lastEdit: '2026-03-04T18:00:00.000Z',
  lastEditBy: 'Avery Quinn',
  ...change,
});

export const version = (
  number: number,
  change: Partial<TemplateVersion> = {},
): TemplateVersion => ({
  version: number,
  subject: `Subject ${number}`,
  body: `<p>Body ${number}</p>`,
  savedAt: '2026-03-04T18:00:00.000Z',
  savedBy: 'Sam Rivera',
  current: false,
  ...change,
});

export const previewAnswer = {
  subject: 'Welcome, Priya',
  html: '<p>Hello Priya</p>',
  text: 'Hello Priya',
  problem: null,
  sample: { user: { firstName: 'Priya' } },
};

/** The queries and bodies sent, by call name. */
export type Sent = Record<string, URLSearchParams[]>;

/**
 * Opens the screen with default responses for every list, and records the requests. `prepare` may
 * change the responses.
 */
export async function openEmails(
  session = mailStaff('templates', 'changes', 'unsubscribers'),
  search = '',
  prepare: () => void = () => undefined,
) {
  const view = await openPortal('/', session);
  const sent: Sent = {};
  const keep = <const Spec extends EndpointSpec>(spec: Spec, reply: AnswerValue<Spec>): void => {
    const name = spec.path.split('/').at(-1) ?? '';
    const queries: URLSearchParams[] = [];
    sent[name] = queries;
    answer(spec, ({ url }) => {
      queries.push(new URL(url).searchParams);
      return reply;
    });
  };
  keep(listTemplates, {
    data: [template()],
    total: 1,
    usedForList: [{ id: 5, type: 'account-created' }],
  });
  keep(listFailed, { data: [], total: 0 });
  keep(listBuiltIn, { data: [], total: 0 });
  keep(listEvents, {
    data: [
      { id: 5, type: 'account-created' },
      { id: 9, type: 'spring-offer' },
    ],
    total: 2,
    builtin: ['account-created'],
  });
  keep(listUnsubscribers, {
    data: [
      { id: 3, email: 'gone@example.com', date: '2026-03-04T18:00:00.000Z', source: 'manual' },
    ],
    total: 90,
  });
  keep(listCategories, { data: [{ id: 2, category: 'Account' }] });
  keep(listFreeEvents, [{ id: 9, type: 'spring-offer' }]);
  answer(previewTemplate, previewAnswer);
  prepare();
  await view.router.navigate({ href: `/manage/emails${search}` });
  return { ...view, sent };
}

/** Answers a call with success and records its request bodies. */
export function recordBodies<const Spec extends EndpointSpec>(
  spec: Spec,
  reply?: Reply<Spec>,
): URLSearchParams[] {
  const bodies: URLSearchParams[] = [];
  answer(spec, async (request) => {
    bodies.push(new URLSearchParams(await request.text()));
    return reply ?? HttpResponse.json({ message: 'Success' });
  });
  return bodies;
}

/** The options of an open select; the simulated browser has no layout, so they count as hidden. */
export function readOptions(choice: HTMLElement): HTMLElement[] {
  const list = document.getElementById(choice.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
}
