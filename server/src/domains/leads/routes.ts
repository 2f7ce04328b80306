import * as leads from '@lintel/contract/leads/lead';
import * as distribution from '@lintel/contract/leads/distribution';
import * as fields from '@lintel/contract/leads/fields';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { activeManagers, findCompanies } from '../contractors/index.ts';
import { createLead } from './create.ts';
import { readSources, readTouches, saveSources, saveTouches } from './fields.ts';
import { changeOwner, readLead } from './lead-page.ts';
import { findManagerByEmail } from './set-repository.ts';
import { fullName, presentManager } from './present-lead.ts';
import { assignSources, deleteSet, readSet, readSets, saveSet } from './sets.ts';
import { saveOwners } from './owners.ts';

export const leadRoutes = (context: Context): Route[] => [
  ...ofLeads(context),
  ...fieldRoutes(context),
  ...setRoutes(context),
];

const toList = <Row>(data: Row[]): { data: Row[]; total: number } => ({ data, total: data.length });

const ofLeads = (context: Context): Route[] => [
  handle(leads.createLead, ({ body, caller }) => createLead(context, caller, body)),
  handle(leads.listManagers, async () =>
    toList((await activeManagers(context.db)).map(presentManager)),
  ),
  handle(leads.findManager, async ({ query }) => {
    const found = await findManagerByEmail(context.db, query.email);
    return { data: found === undefined ? null : presentManager(found) };
  }),
  handle(leads.searchPartners, ({ query: { page, limit, ...query } }) =>
    findCompanies(context.db, { ...query, limit, offset: (page - 1) * limit }),
  ),
  handle(leads.readLead, ({ params }) => readLead(context, params.id)),
  handle(leads.changeLeadOwner, async ({ params, body, caller }) => {
    await changeOwner(context, caller, params.id, body);
    return { message: 'Success', lead: await readLead(context, params.id) };
  }),
];

const fieldRoutes = (context: Context): Route[] => [
  handle(fields.listLeadSources, ({ query }) => readSources(context.db, query)),
  handle(fields.saveLeadSources, async ({ body, caller }) => {
    await saveSources(context, caller, body);
    return { message: 'Success!' };
  }),
  handle(fields.listFirstTouches, ({ query }) => readTouches(context.db, query.show)),
  handle(fields.saveFirstTouches, async ({ body, caller }) => {
    await saveTouches(context, caller, body);
    return { message: 'Success!' };
  }),
];

const setRoutes = (context: Context): Route[] => [
  handle(distribution.listSets, async () => toList(await readSets(context.db))),
  handle(distribution.listOwners, async () => {
    const managers = await activeManagers(context.db);
    return toList(managers.map((manager) => ({ id: manager.id, fullName: fullName(manager) })));
  }),
  handle(distribution.saveSet, async ({ body, caller }) => {
    const id = await saveSet(context, caller, body);
    return { message: 'Success!', set: await readSet(context.db, id) };
  }),
  handle(distribution.saveOwners, async ({ params, body, caller }) => {
    await saveOwners(context, caller, params.id, body);
    return { message: 'Success!', set: await readSet(context.db, params.id) };
  }),
  handle(distribution.assignSources, async ({ body, caller }) => {
    await assignSources(context, caller, body.leadSources);
    return { message: 'Success!' };
  }),
  handle(distribution.deleteSet, async ({ params, caller }) => {
    await deleteSet(context, caller, params.id);
    return { success: true, message: 'Successful' };
  }),
];
