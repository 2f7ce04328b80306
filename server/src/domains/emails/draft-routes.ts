import * as contract from '@lintel/contract/emails/queue';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { requireRendering, sampleFor, tryOut, tryStrictly } from './check.ts';
import { sendTest, type EmailDeps } from './queue.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { findTemplate } from './template-repository.ts';
import type { TemplateDeps } from './templates.ts';

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
  handle(contract.previewTemplate, async ({ body }) => {
    const { sample } = await sampleFor(deps.db, deps.publicUrl, body.usedFor);
    const result = await tryStrictly(deps.renderer, body, sample, footLink(deps, body.unsubscribe));
    const shown = { ...sample, brand: deps.renderer.brandData };
    if ('problem' in result)
      return { subject: '', html: '', text: '', problem: result.problem, sample: shown };
    const { subject, html, text } = result;
    return { subject, html, text, problem: null, sample: shown };
  }),
  handle(contract.sendTest, async ({ body, caller }) => {
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
  handle(contract.viewTemplate, async ({ params }) => {
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
