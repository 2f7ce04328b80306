import * as contract from '@lintel/contract/emails-queue';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { tryOut, requireRendering } from './check.ts';
import { findEvent } from './event-repository.ts';
import { selectFailed } from './message-repository.ts';
import { namesIn, oneTemplate, type NamesOf } from './names.ts';
import { presentFailed, presentVersion } from './present.ts';
import { retryFailed, sendTest } from './queue-service.ts';
import type { EmailDeps } from './queue.ts';
import { escapeHtml } from './rendering/escape.ts';
import { sampleOf } from './samples.ts';
import { findTemplate, selectVersions } from './template-repository.ts';
import { restoreVersion, type TemplateDeps } from './templates.ts';

type Deps = TemplateDeps & EmailDeps & { namesOf: NamesOf };

/** Scripts never run in it, nothing is sent from it, and pictures are all that it loads. */
const viewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

export const queueRoutes = (deps: Deps): Route[] => [...draftRoutes(deps), ...versionRoutes(deps), ...failedRoutes(deps)];

const draftRoutes = (deps: Deps): Route[] => [
  handle(contract.previewTemplate, async ({ body }) => {
    const { sample } = await sampleFor(deps, body.usedFor);
    const result = tryOut(deps.renderer, body, sample, footLink(deps, body.unsubscribe));
    const shown = { ...sample, brand: deps.renderer.brandData };
    if ('problem' in result) return { subject: '', html: '', text: '', problem: result.problem, sample: shown };
    return { ...result, problem: null, sample: shown };
  }),
  handle(contract.sendTest, async ({ body, caller }) => {
    const { event, sample } = await sampleFor(deps, body.usedFor);
    const { subject, body: html, unsubscribe } = body;
    requireRendering(deps.renderer, body, sample);
    await sendTest(deps, caller, { event, draft: { subject, body: html, unsubscribe }, sample });
    return { message: `A test is on its way to ${caller.authenticated.email}` };
  }),
  handle(contract.viewTemplate, async ({ params }) => {
    const row = await findTemplate(deps.db, params.id);
    if (row === undefined) throw new AppError('not_found');
    const { sample } = await sampleFor(deps, row.template.eventId);
    const result = tryOut(deps.renderer, row.template, sample, footLink(deps, row.template.unsubscribe));
    const html = 'problem' in result ? `<!doctype html><p>${escapeHtml(result.problem.message)}</p>` : result.html;
    return { content: Buffer.from(html), headers: viewHeaders };
  }),
];

const versionRoutes = (deps: Deps): Route[] => [
  handle(contract.listVersions, async ({ params, query }) => {
    if ((await findTemplate(deps.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, newest } = await selectVersions(deps.db, params.id, query);
    const names = await namesIn(
      deps,
      rows.map(({ savedBy }) => savedBy),
    );
    return { data: rows.map((row) => presentVersion(row, newest, names)), total };
  }),
  handle(contract.restoreVersion, async ({ params, caller }) => {
    await restoreVersion(deps, caller, params.id, params.version);
    return { message: 'Version restored', template: await oneTemplate(deps, params.id) };
  }),
];

const failedRoutes = (deps: Deps): Route[] => [
  handle(contract.listFailed, async ({ query }) => {
    const { rows, total } = await selectFailed(deps.db, query);
    return { data: rows.map(presentFailed), total };
  }),
  handle(contract.retryFailed, async ({ params, caller }) => {
    await retryFailed(deps, caller, params.id);
    return { message: 'The message is on its way again' };
  }),
];

const footLink = ({ publicUrl }: Deps, wanted: boolean): string | null => (wanted ? `${publicUrl}/unsubscribe?m=sample` : null);

/** The event's name and sample data; without an event the general ones. */
async function sampleFor(deps: Deps, eventId: number | undefined): Promise<{ event: string; sample: Record<string, unknown> }> {
  const event = eventId === undefined ? undefined : await findEvent(deps.db, eventId);
  const type = event?.type ?? 'template-test';
  return { event: type, sample: sampleOf(type, deps.publicUrl) };
}
