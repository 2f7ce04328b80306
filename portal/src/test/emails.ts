import { HttpResponse } from 'msw';
import type { output } from 'zod';
import type { Template } from '@lintel/contract/emails/templates';
import type { templateVersion } from '@lintel/contract/emails/queue';
import { openPortal } from './render-portal.tsx';
import { answer } from './server.ts';
import { privileges, staff } from './sessions.ts';

const words = {
  templates: 'manage-emails:access_templates',
  changes: 'manage-emails:modify_templates',
  unsubscribers: 'manage-emails:access_unsubscribers',
};
type TemplateVersion = output<typeof templateVersion>;

/** Staff with some of the three privileges of the screen. */
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

/** The queries and bodies that were sent, by the name of the call. */
export type Sent = Record<string, URLSearchParams[]>;

const listAnswers = {
  templates: { data: [template()], total: 1, usedForList: [{ id: 5, type: 'account-created' }] },
  failed: { data: [], total: 0 },
  'built-in': { data: [], total: 0 },
  'template-types': {
    data: [
      { id: 5, type: 'account-created' },
      { id: 9, type: 'spring-offer' },
    ],
    total: 2,
    builtin: ['account-created'],
  },
  unsubscribers: {
    data: [
      { id: 3, email: 'gone@example.com', date: '2026-03-04T18:00:00.000Z', source: 'manual' },
    ],
    total: 90,
  },
  'template-categories': { data: [{ id: 2, category: 'Account' }] },
  'free-used-for': [{ id: 9, type: 'spring-offer' }],
};

/**
 * Opens the screen; every list answers, and what was asked of it is kept. `prepare` may give other
 * answers.
 */
export async function openEmails(
  session = mailStaff('templates', 'changes', 'unsubscribers'),
  search = '',
  prepare: () => void = () => undefined,
) {
  const view = await openPortal('/', session);
  const sent: Sent = {};
  for (const [name, reply] of Object.entries(listAnswers)) {
    sent[name] = [];
    answer('get', `/manage/emails/${name}`, ({ url }) => {
      sent[name]?.push(new URL(url).searchParams);
      return HttpResponse.json(reply);
    });
  }
  answer('post', '/manage/emails/templates/preview', previewAnswer);
  prepare();
  await view.router.navigate({ href: `/manage/emails${search}` });
  return { ...view, sent };
}

/** Answers a call with success and keeps the bodies that it gets. */
export function keepBodies(
  path: string,
  reply: object = { message: 'Success' },
): URLSearchParams[] {
  const bodies: URLSearchParams[] = [];
  answer('post', path, async (request) => {
    bodies.push(new URLSearchParams(await request.text()));
    return HttpResponse.json(reply);
  });
  return bodies;
}

/**
 * The options of a choice that is open; the simulated browser has no layout, so they count as out
 * of sight.
 */
export function optionsOf(choice: HTMLElement): HTMLElement[] {
  const list = document.getElementById(choice.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
}
