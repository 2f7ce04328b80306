import * as contract from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectAllEvents, selectCategories } from './event-repository.ts';
import { presentEvent } from './event-routes.ts';
import { presentTemplate, namesIn, oneTemplate, type NamesOf } from './present.ts';
import { selectTemplates } from './template-repository.ts';
import { changeTemplate, createTemplate, type TemplateDeps } from './templates.ts';

export const templateRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
  handle(contract.listTemplates, async ({ query }) => {
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
  handle(contract.createTemplate, async ({ body, caller }) => {
    const id = await createTemplate(deps, caller, body);
    return { message: 'Template created', template: await oneTemplate(deps, id) };
  }),
  handle(contract.updateTemplate, async ({ params, body, caller }) => {
    const { version, ...form } = body;
    await changeTemplate(deps, caller, { id: params.id, version, form });
    return { message: 'Template updated', template: await oneTemplate(deps, params.id) };
  }),
  handle(contract.listCategories, async () => ({ data: await selectCategories(deps.db) })),
];
