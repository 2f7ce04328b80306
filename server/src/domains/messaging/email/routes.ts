import { eventLanguage, notificationOptions } from '@lintel/contract/emails/constants';
import * as notifications from '@lintel/contract/emails/notifications';
import * as queue from '@lintel/contract/emails/queue';
import * as templates from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../../platform/http/route.ts';
import {
  presentBuiltIn,
  presentEvent,
  presentFailed,
  presentUnsubscriber,
  namesIn,
  oneTemplate,
  presentTemplate,
  presentVersion,
} from './present.ts';
import { retryFailed } from '../queue/index.ts';
import { sendTest } from './queue.ts';
import { changeTemplate, createTemplate, restoreVersion } from './templates.ts';
import {
  selectAllEvents,
  selectEvents,
  selectFreeEvents,
  selectCategories,
  deleteEvent,
  saveEvent,
} from './events.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { findPreference, savePreference, selectUnsubscribers } from './preference-repository.ts';
import {
  goesToOwnerAlone,
  isPersonalEvent,
  resubscribeAddress,
  unsubscribeAddress,
} from './pages/unsubscribe.ts';
import { createMailRenderer, type Frame } from './rendering/renderer.ts';
import { selectBuiltIn, selectFailed } from './message-repository.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { findTemplate, selectTemplates, selectVersions } from './template-repository.ts';
import { requireRendering, sampleFor, tryOut, tryStrictly } from './check.ts';
import { readProviderFacts } from '../../legal/index.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';

export const emailRoutes = (context: Context): Route[] =>
  [
    templateRoutes,
    versionRoutes,
    draftRoutes,
    eventRoutes,
    unsubscriberRoutes,
    failedRoutes,
    notificationRoutes,
  ].flatMap((routes) => routes(context));

const eventRoutes = (context: Context): Route[] => [
  handle(templates.listFreeEvents, async () =>
    (await selectFreeEvents(context.db)).map(presentEvent),
  ),
  handle(templates.listEvents, async ({ query }) => {
    const { page, limit, filters } = query;
    const { rows, total } = await selectEvents(context.db, { page, limit, ...filters });
    const all = await selectAllEvents(context.db);
    const builtin = all.filter((event) => event.builtIn).map(({ type }) => type);
    return { data: rows.map(presentEvent), total, builtin };
  }),
  handle(templates.saveEvent, async ({ body, caller }) => {
    await saveEvent(context, caller, body);
    return { message: 'Event saved' };
  }),
  handle(templates.deleteEvent, async ({ params, caller }) => {
    await deleteEvent(context, caller, params.id);
    return { message: 'Event deleted' };
  }),
];

const unsubscriberRoutes = (context: Context): Route[] => [
  handle(templates.listUnsubscribers, async ({ query }) => {
    const { rows, ...totals } = await selectUnsubscribers(context.db, query);
    return { data: rows.map(presentUnsubscriber), ...totals };
  }),
  handle(templates.unsubscribe, async ({ body, caller }) => {
    await context.db.transaction((tx) =>
      unsubscribeAddress(tx, { clock: context.clock, ...body, by: caller }),
    );
    return { message: 'Unsubscribe successful!' };
  }),
  handle(templates.resubscribe, async ({ body, caller }) => {
    const { clock } = context;
    const was = await context.db.transaction((tx) =>
      resubscribeAddress(tx, { clock, email: body.email, by: caller }),
    );
    if (!was) throw new AppError('not_found', { message: 'This e-mail is not unsubscribed.' });
    return { message: 'Resubscribe successful!' };
  }),
];

/** Older messages don't help to fix a template. */
const daysShown = 30;

/** Failed messages, and those sent with the built-in text, for staff. */
const failedRoutes = (context: Context): Route[] => [
  handle(queue.listFailed, async ({ query }) => {
    const { rows, ...totals } = await selectFailed(context.db, query);
    return { data: rows.map(presentFailed), ...totals };
  }),
  handle(queue.listBuiltIn, async ({ query }) => {
    const since = new Date(context.clock.now().getTime() - daysShown * 86_400_000);
    const { rows, ...totals } = await selectBuiltIn(context.db, { since, ...query });
    return { data: rows.map(presentBuiltIn), ...totals };
  }),
  handle(queue.retryFailed, async ({ params, caller }) => {
    await retryFailed(context, caller, { channel: 'email', id: params.id });
    return { message: 'The message is on its way again' };
  }),
];

const notificationRoutes = ({ db, clock }: Context): Route[] => [
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

const templateRoutes = (context: Context): Route[] => [
  handle(templates.listTemplates, async ({ query }) => {
    const { page, limit, filters } = query;
    const fromAddress = context.config.mailFrom.address;
    const [{ rows, total }, events] = await Promise.all([
      selectTemplates(context.db, { page, limit, ...filters, fromAddress }),
      selectAllEvents(context.db),
    ]);
    const names = await namesIn(
      context,
      rows.map(({ template }) => template.lastEditBy),
    );
    return {
      data: rows.map((row) => presentTemplate(row, { names, fromAddress })),
      total,
      usedForList: events.map(presentEvent),
    };
  }),
  handle(templates.createTemplate, async ({ body, caller }) => {
    const id = await createTemplate(context, caller, body);
    return { message: 'Template created', template: await oneTemplate(context, id) };
  }),
  handle(templates.updateTemplate, async ({ params, body, caller }) => {
    const { version, ...form } = body;
    await changeTemplate(context, caller, { id: params.id, version, form });
    return { message: 'Template updated', template: await oneTemplate(context, params.id) };
  }),
  handle(templates.listCategories, async () => ({ data: await selectCategories(context.db) })),
];

const versionRoutes = (context: Context): Route[] => [
  handle(queue.listVersions, async ({ params, query }) => {
    if ((await findTemplate(context.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, newest } = await selectVersions(context.db, params.id, query);
    const names = await namesIn(
      context,
      rows.map(({ savedBy }) => savedBy),
    );
    return { data: rows.map((row) => presentVersion(row, newest, names)), total };
  }),
  handle(queue.restoreVersion, async ({ params, caller }) => {
    await restoreVersion(context, caller, params.id, params.version);
    return { message: 'Version restored', template: await oneTemplate(context, params.id) };
  }),
];

/** Scripts never run in it, forms can't submit, and only pictures load. */
const viewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Previews and tests of drafts; nothing is stored. */
const draftRoutes = (context: Context): Route[] => [
  handle(queue.previewTemplate, async ({ body }) => {
    const { event, sample } = await sampleFor(context, body.usedFor);
    const renderer = createMailRenderer(context);
    const result = await tryStrictly(
      renderer,
      body,
      sample,
      await previewFrame(context, event, body),
    );
    const shown = { ...sample, brand: renderer.brandData };
    if ('problem' in result)
      return { subject: '', html: '', text: '', problem: result.problem, sample: shown };
    const { subject, html, text } = result;
    return { subject, html, text, problem: null, sample: shown };
  }),
  handle(queue.sendTest, async ({ body, caller }) => {
    const { event, sample } = await sampleFor(context, body.usedFor);
    const { subject, body: html, unsubscribe } = body;
    await requireRendering(createMailRenderer(context), body, { event, sample });
    await sendTest(context, caller, {
      event: event ?? 'template-test',
      draft: { subject, body: html, unsubscribe },
      sample,
    });
    return { message: `A test is on its way to ${caller.authenticated.email}` };
  }),
  handle(queue.viewTemplate, async ({ params }) => {
    const row = await findTemplate(context.db, params.id);
    if (row === undefined) throw new AppError('not_found');
    const { event, sample } = await sampleFor(context, row.template.eventId);
    const frame = await previewFrame(context, event, row.template);
    const result = await tryOut(createMailRenderer(context), row.template, sample, frame);
    const html =
      'problem' in result
        ? `<!doctype html><p>${escapeHtml(result.problem.message)}</p>`
        : result.html;
    return { content: Buffer.from(html), headers: viewHeaders };
  }),
];

/** The frame of a preview, with the unsubscribe line where readers can unsubscribe. */
const previewFrame = async (
  { db, config: { publicUrl } }: Context,
  event: string | null,
  { unsubscribe }: { unsubscribe: boolean },
): Promise<Frame> => ({
  unsubscribeUrl:
    unsubscribe || isPersonalEvent(event ?? '') ? `${publicUrl}/unsubscribe?m=sample` : null,
  language: eventLanguage(event ?? ''),
  keepsLinks: goesToOwnerAlone(event ?? ''),
  postalAddress: (await readProviderFacts(db)).address,
});
