import * as queue from '@lintel/contract/emails/queue';
import * as templates from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectAllEvents, selectCategories } from './event-repository.ts';
import {
  namesIn,
  oneTemplate,
  presentEvent,
  presentTemplate,
  presentVersion,
  type NamesOf,
} from './present.ts';
import { findTemplate, selectTemplates, selectVersions } from './template-repository.ts';
import { changeTemplate, createTemplate, restoreVersion, type TemplateDeps } from './templates.ts';
import { AppError } from '../../platform/errors.ts';
import { requireRendering, sampleFor, tryOut, tryStrictly } from './check.ts';
import { sendTest, type EmailDeps } from './queue.ts';
import { escapeHtml } from '../../platform/escape-html.ts';

export const templateRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
  handle(templates.listTemplates, async ({ query }) => {
    const { page, limit, filters } = query;
    const [{ rows, total }, events] = await Promise.all([
      selectTemplates(deps.db, { page, limit, ...filters }),
      selectAllEvents(deps.db),
    ]);
    const names = await namesIn(
      deps,
      rows.map(({ template }) => template.lastEditBy),
    );
    return {
      data: rows.map((row) => presentTemplate(row, names)),
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

export const versionRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
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

/** Scripts never run in it, nothing is sent from it, and pictures are all that it loads. */
const viewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Trying a template out: nothing of it is stored. */
export const draftRoutes = (deps: Deps): Route[] => [
  handle(queue.previewTemplate, async ({ body }) => {
    const { sample } = await sampleFor(deps.db, deps.publicUrl, body.usedFor);
    const result = await tryStrictly(deps.renderer, body, sample, footLink(deps, body.unsubscribe));
    const shown = { ...sample, brand: deps.renderer.brandData };
    if ('problem' in result)
      return { subject: '', html: '', text: '', problem: result.problem, sample: shown };
    const { subject, html, text } = result;
    return { subject, html, text, problem: null, sample: shown };
  }),
  handle(queue.sendTest, async ({ body, caller }) => {
    const { event, sample } = await sampleFor(deps.db, deps.publicUrl, body.usedFor);
    const { subject, body: html, unsubscribe } = body;
    await requireRendering(deps.renderer, body, sample);
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
    const { sample } = await sampleFor(deps.db, deps.publicUrl, row.template.eventId);
    const result = await tryOut(
      deps.renderer,
      row.template,
      sample,
      footLink(deps, row.template.unsubscribe),
    );
    const html =
      'problem' in result
        ? `<!doctype html><p>${escapeHtml(result.problem.message)}</p>`
        : result.html;
    return { content: Buffer.from(html), headers: viewHeaders };
  }),
];

const footLink = ({ publicUrl }: Deps, wanted: boolean): string | null =>
  wanted ? `${publicUrl}/unsubscribe?m=sample` : null;
