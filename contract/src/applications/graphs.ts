import { z } from 'zod';
import { readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { contractorAt } from '../core/owner.ts';
import { sources } from './constants.ts';
import { applicationFilters, ownApplications, openDay } from './report.ts';
import { stageKeys } from './stages.ts';

const count = z.number().int().nonnegative();

/** How many applications were started, and how many of them reached each stage. */
export const stageCounts = z.object({
  started: count,
  submitted: count,
  offers: count,
  approved: count,
  funded: count,
});
export type StageCounts = z.output<typeof stageCounts>;

/** The unit of a graph's points. Weeks begin on Sunday. */
export const graphUnits = ['day', 'week', 'month'] as const;
export type GraphUnit = (typeof graphUnits)[number];

export const graphApplications = endpoint({
  name: 'applications.graphs',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications/graphs',
  summary: 'How many applications reached each stage: over time, in all, by page, and by source',
  access: readAccess('reports-applications'),
  owner: ownApplications,
  query: applicationFilters.pick({ started: true, userId: true, coBrandedPage: true }),
  response: z.object({
    unit: z.enum(graphUnits),
    totals: stageCounts,
    /**
     * Grouped by the day an application was started, without gaps. `from` is the first day of a
     * point.
     */
    periods: z.array(stageCounts.extend({ from: z.iso.date() })),
    pages: z.array(stageCounts.extend({ pageId: z.number(), pageName: z.string() })),
    sources: z.array(stageCounts.extend({ source: z.enum(sources) })),
  }),
  errors: ['not_found'],
});

export const countApplicationStages = endpoint({
  name: 'applications.stages',
  method: 'GET',
  reads: 'much',
  path: '/reports-applications/stages',
  summary: "How many applications are at each stage, with the list's filters except the stage",
  access: readAccess('reports-applications'),
  owner: ownApplications,
  query: applicationFilters.omit({ stage: true }),
  response: z.object({
    total: count,
    stages: z.record(z.enum(stageKeys), count),
  }),
  errors: ['not_found'],
});

export const readAnalytics = endpoint({
  name: 'applications.analytics',
  method: 'GET',
  reads: 'much',
  path: '/contractor/{id}/co-branded/analytics',
  summary: 'How many applications were sent, offers received, and offers funded in a period',
  access: readAccess('reports-applications'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  query: z.object({
    /** Days in the business time zone, `mm/dd/yyyy`, end day inclusive; unlimited when left out. */
    lastEditDate: z
      .object({ start: openDay, end: openDay })
      .refine(({ start, end }) => !start || !end || start <= end, {
        message: 'The start must not be after the end.',
        path: ['start'],
      })
      .prefault({}),
  }),
  response: z.object({ submittedApplications: count, receivedOffers: count, fundingOffers: count }),
  errors: ['not_found'],
});
