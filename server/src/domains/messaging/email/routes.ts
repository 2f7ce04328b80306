import { languageOfEvent, notificationOptions } from '@lintel/contract/emails/constants';
import * as notifications from '@lintel/contract/emails/notifications';
import * as queue from '@lintel/contract/emails/queue';
import * as templates from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../../platform/http/route.ts';
import {
  presentBuiltIn,
  presentEvent,
  presentFailed,
  presentUnsubscriber,
  type NamesOf,
  namesIn,
  oneTemplate,
  presentTemplate,
  presentVersion,
} from './present.ts';
import { retryFailed, type EmailDeps, sendTest } from './queue.ts';
import { type TemplateDeps, changeTemplate, createTemplate, restoreVersion } from './templates.ts';
import {
  selectAllEvents,
  selectEvents,
  selectFreeEvents,
  selectCategories,
  deleteEvent,
  saveEvent,
  type EventDeps,
} from './events.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { findPreference, savePreference, selectUnsubscribers } from './preference-repository.ts';
import {
  goesToOwnerAlone,
  isPersonalEvent,
  resubscribeAddress,
  unsubscribeAddress,
} from './pages/unsubscribe.ts';
import type { Frame } from './rendering/renderer.ts';
import { selectBuiltIn, selectFailed } from './message-repository.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { findTemplate, selectTemplates, selectVersions } from './template-repository.ts';
import { requireRendering, sampleFor, tryOut, tryStrictly } from './check.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';

export const emailRoutes = (deps: TemplateDeps & EmailDeps & { namesOf: NamesOf }): Route[] =>
  [
    templateRoutes,
    versionRoutes,
    draftRoutes,
    eventRoutes,
    unsubscriberRoutes,
    failedRoutes,
    notificationRoutes,
  ].flatMap((routes) => routes(deps));

const eventRoutes = (deps: EventDeps): Route[] => [
  handle(templates.listFreeEvents, async () => (await selectFreeEvents(deps.db)).map(presentEvent)),
  handle(templates.listEvents, async ({ query }) => {
    const { page, limit, filters } = query;
    const { rows, total } = await selectEvents(deps.db, { page, limit, ...filters });
    const all = await selectAllEvents(deps.db);
    const builtin = all.filter((event) => event.builtIn).map(({ type }) => type);
    return { data: rows.map(presentEvent), total, builtin };
  }),
  handle(templates.saveEvent, async ({ body, caller }) => {
    await saveEvent(deps, caller, body);
    return { message: 'Event saved' };
  }),
  handle(templates.deleteEvent, async ({ params, caller }) => {
    await deleteEvent(deps, caller, params.id);
    return { message: 'Event deleted' };
  }),
];

const unsubscriberRoutes = (deps: { db: Database; clock: Clock }): Route[] => [
  handle(templates.listUnsubscribers, async ({ query }) => {
    const { rows, ...totals } = await selectUnsubscribers(deps.db, query);
    return { data: rows.map(presentUnsubscriber), ...totals };
  }),
  handle(templates.unsubscribe, async ({ body, caller }) => {
    await deps.db.transaction((tx) =>
      unsubscribeAddress(tx, { clock: deps.clock, ...body, by: caller }),
    );
    return { message: 'Unsubscribe successful!' };
  }),
  handle(templates.resubscribe, async ({ body, caller }) => {
    const { clock } = deps;
    const was = await deps.db.transaction((tx) =>
      resubscribeAddress(tx, { clock, email: body.email, by: caller }),
    );
    if (!was) throw new AppError('not_found', { message: 'This e-mail is not unsubscribed.' });
    return { message: 'Resubscribe successful!' };
  }),
];

/** Older messages don't help to fix a template. */
const daysShown = 30;

/** Failed messages, and those sent with the built-in text, for staff. */
const failedRoutes = (deps: EmailDeps & { db: Database }): Route[] => [
  handle(queue.listFailed, async ({ query }) => {
    const { rows, ...totals } = await selectFailed(deps.db, query);
    return { data: rows.map(presentFailed), ...totals };
  }),
  handle(queue.listBuiltIn, async ({ query }) => {
    const since = new Date(deps.clock.now().getTime() - daysShown * 86_400_000);
    const { rows, ...totals } = await selectBuiltIn(deps.db, { since, ...query });
    return { data: rows.map(presentBuiltIn), ...totals };
  }),
  handle(queue.retryFailed, async ({ params, caller }) => {
    await retryFailed(deps, caller, params.id);
    return { message: 'The message is on its way again' };
  }),
];

const notificationRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(notifications.listNotificationOptions, async () => ({ data: [...notificationOptions] })),
  handle(notifications.readNotification, async ({ owned }) => ({
    option: { key: (await findPreference(db, owned.account.id)) ?? notificationOptions[0].key },
  })),
  handle(notifications.saveNotification, async ({ body, caller, owned }) => {
    const { optionKey } = body;
    await db.transaction(async (tx) => {
      const before = (await findPreference(tx, owned.account.id)) ?? notificationOptions[0].key;
      await savePreference(tx, owned.account.id, optionKey);
      const entry = {
        action: 'notification.chosen',
        entity: 'user',
        entityId: owned.account.id,
        details: { optionKey: { from: before, to: optionKey } },
      } as const;
      await recordAudit(tx, clock, caller, entry);
    });
    return { message: 'Update successful!' };
  }),
];

const templateRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
  handle(templates.listTemplates, async ({ query }) => {
    const { page, limit, filters } = query;
    const [{ rows, total }, events] = await Promise.all([
      selectTemplates(deps.db, { page, limit, ...filters, fromAddress: deps.fromAddress }),
      selectAllEvents(deps.db),
    ]);
    const names = await namesIn(
      deps,
      rows.map(({ template }) => template.lastEditBy),
    );
    return {
      data: rows.map((row) => presentTemplate(row, { ...deps, names })),
      total,
      usedForList: events.map(presentEvent),
    };
  }),
  handle(templates.createTemplate, async ({ body, caller }) => {
    const id = await createTemplate(deps, caller, body);
    return { message: 'Template created', template: await oneTemplate(deps, id) };
  }),
  handle(templates.updateTemplate, async ({ params, body, caller }) => {
    const { version, ...form } = body;
    await changeTemplate(deps, caller, { id: params.id, version, form });
    return { message: 'Template updated', template: await oneTemplate(deps, params.id) };
  }),
  handle(templates.listCategories, async () => ({ data: await selectCategories(deps.db) })),
];

const versionRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
  handle(queue.listVersions, async ({ params, query }) => {
    if ((await findTemplate(deps.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, newest } = await selectVersions(deps.db, params.id, query);
    const names = await namesIn(
      deps,
      rows.map(({ savedBy }) => savedBy),
    );
    return { data: rows.map((row) => presentVersion(row, newest, names)), total };
  }),
  handle(queue.restoreVersion, async ({ params, caller }) => {
    await restoreVersion(deps, caller, params.id, params.version);
    return { message: 'Version restored', template: await oneTemplate(deps, params.id) };
  }),
];

type Deps = TemplateDeps & EmailDeps;

/** Scripts never run in it, forms can't submit, and only pictures load. */
const viewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Previews and tests of drafts; nothing is stored. */
const draftRoutes = (deps: Deps): Route[] => [
  handle(queue.previewTemplate, async ({ body }) => {
    const { event, sample } = await sampleFor(deps.db, deps.publicUrl, body.usedFor);
    const result = await tryStrictly(deps.renderer, body, sample, await frameOf(deps, event, body));
    const shown = { ...sample, brand: deps.renderer.brandData };
    if ('problem' in result)
      return { subject: '', html: '', text: '', problem: result.problem, sample: shown };
    const { subject, html, text } = result;
    return { subject, html, text, problem: null, sample: shown };
  }),
  handle(queue.sendTest, async ({ body, caller }) => {
    const { event, sample } = await sampleFor(deps.db, deps.publicUrl, body.usedFor);
    const { subject, body: html, unsubscribe } = body;
    await requireRendering(deps.renderer, body, { event, sample });
    await sendTest(deps, caller, {
      event: event ?? 'template-test',
      draft: { subject, body: html, unsubscribe },
      sample,
    });
    return { message: `A test is on its way to ${caller.authenticated.email}` };
  }),
  handle(queue.viewTemplate, async ({ params }) => {
    const row = await findTemplate(deps.db, params.id);
    if (row === undefined) throw new AppError('not_found');
    const { event, sample } = await sampleFor(deps.db, deps.publicUrl, row.template.eventId);
    const frame = await frameOf(deps, event, row.template);
    const result = await tryOut(deps.renderer, row.template, sample, frame);
    const html =
      'problem' in result
        ? `<!doctype html><p>${escapeHtml(result.problem.message)}</p>`
        : result.html;
    return { content: Buffer.from(html), headers: viewHeaders };
  }),
];

/** The frame of a preview, with the unsubscribe line where readers can unsubscribe. */
const frameOf = async (
  { db, publicUrl, postalAddressOf }: Deps,
  event: string | null,
  { unsubscribe }: { unsubscribe: boolean },
): Promise<Frame> => ({
  unsubscribeUrl:
    unsubscribe || isPersonalEvent(event ?? '') ? `${publicUrl}/unsubscribe?m=sample` : null,
  language: languageOfEvent(event ?? ''),
  keepsLinks: goesToOwnerAlone(event ?? ''),
  postalAddress: await postalAddressOf(db),
});
