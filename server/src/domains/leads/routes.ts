import * as leads from '@lintel/contract/leads/lead';
import * as distribution from '@lintel/contract/leads/distribution';
import * as fields from '@lintel/contract/leads/fields';
import { handle, type Route } from '../../platform/http/route.ts';
import { activeManagers, findCompanies } from '../contractors/index.ts';
import { createLead } from './create.ts';
import type { LeadDeps } from './deps.ts';
import { readSources, readTouches, saveSources, saveTouches } from './fields.ts';
import { changeOwner, readLead } from './lead-page.ts';
import { findManagerByEmail } from './set-repository.ts';
import { nameOf, presentManager } from './present-lead.ts';
import { assignSources, deleteSet, readSet, readSets, saveSet } from './sets.ts';
import { saveOwners } from './owners.ts';

export const leadRoutes = (deps: LeadDeps): Route[] => [
  ...ofLeads(deps),
  ...ofFields(deps),
  ...ofSets(deps),
];

const listOf = <Row>(data: Row[]): { data: Row[]; total: number } => ({ data, total: data.length });

const ofLeads = (deps: LeadDeps): Route[] => [
  handle(leads.createLead, ({ body, caller }) => createLead(deps, caller, body)),
  handle(leads.listManagers, async () =>
    listOf((await activeManagers(deps.db)).map(presentManager)),
  ),
  handle(leads.findManager, async ({ query }) => {
    const found = await findManagerByEmail(deps.db, query.email);
    return { data: found === undefined ? null : presentManager(found) };
  }),
  handle(leads.searchPartners, ({ query: { page, limit, ...query } }) =>
    findCompanies(deps.db, { ...query, limit, offset: (page - 1) * limit }),
  ),
  handle(leads.readLead, ({ params }) => readLead(deps, params.id)),
  handle(leads.changeLeadOwner, async ({ params, body, caller }) => {
    await changeOwner(deps, caller, params.id, body);
    return { message: 'Success', lead: await readLead(deps, params.id) };
  }),
];

const ofFields = (deps: LeadDeps): Route[] => [
  handle(fields.listLeadSources, ({ query }) => readSources(deps.db, query)),
  handle(fields.saveLeadSources, async ({ body, caller }) => {
    await saveSources(deps, caller, body);
    return { message: 'Success!' };
  }),
  handle(fields.listFirstTouches, ({ query }) => readTouches(deps.db, query.show)),
  handle(fields.saveFirstTouches, async ({ body, caller }) => {
    await saveTouches(deps, caller, body);
    return { message: 'Success!' };
  }),
];

const ofSets = (deps: LeadDeps): Route[] => [
  handle(distribution.listSets, async () => listOf(await readSets(deps.db))),
  handle(distribution.listOwners, async () => {
    const everybody = await activeManagers(deps.db);
    return listOf(everybody.map((manager) => ({ id: manager.id, fullName: nameOf(manager) })));
  }),
  handle(distribution.saveSet, async ({ body, caller }) => {
    const id = await saveSet(deps, caller, body);
    return { message: 'Success!', set: await readSet(deps.db, id) };
  }),
  handle(distribution.saveOwners, async ({ params, body, caller }) => {
    await saveOwners(deps, caller, params.id, body);
    return { message: 'Success!', set: await readSet(deps.db, params.id) };
  }),
  handle(distribution.assignSources, async ({ body, caller }) => {
    await assignSources(deps, caller, body.leadSources);
    return { message: 'Success!' };
  }),
  handle(distribution.deleteSet, async ({ params, caller }) => {
    await deleteSet(deps, caller, params.id);
    return { success: true, message: 'Successful' };
  }),
];
