import type { Pool } from 'pg';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import { noChoices } from '@lintel/contract/applications/report-filters';
import { consentWords } from '@lintel/contract/legal/constants';
import { inBatches } from '../../platform/db/batches.ts';
import { column, onceEach, ownTable, type OwnData } from '../../platform/own-data.ts';
import { consentsOfContractor, type ConsentRow } from './consents/index.ts';
import {
  followUpsOfContractor,
  notesOfContractor,
  type FollowUpRow,
  type NoteRow,
  reportQuery,
  rowFields,
  type ReportRow,
  type ReportDeps,
} from './contractor-view/index.ts';
import { exportCells, exportColumns } from './exports/index.ts';
import { sumOffers, type OfferSum } from './lenders/index.ts';
import { inContractorZone } from '../contractors/index.ts';

interface Deps extends ReportDeps {
  pool: Pool;
}

const { text, number, dollars, yesNo, moment } = column;

/** Rows per read. */
const batchSize = 500;

/** All applications of a contractor, oldest first, from one snapshot. */
function rowsOf({ db, pool, clock, timeZone }: Deps, contractorId: number) {
  const everything = {
    contractorId,
    started: {},
    timeZone,
    pageId: undefined,
    search: '',
    ...noChoices,
  };
  const order = { field: 'appFormStarted', descending: false } as const;
  const statement = reportQuery(db, everything, order, clock.now()).toSQL();
  return onceEach(inBatches(pool, { fields: rowFields(contractorId), statement, size: batchSize }));
}

interface Answer {
  application: ReportRow;
  sum: OfferSum;
}

/** Report columns of each application and of its lenders' answers. */
export const applicationData = (deps: Deps): OwnData => ({
  tables: [
    ownTable<ConsentRow>({
      name: 'consents',
      about: 'What homeowners on your pages agreed to, and when.',
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Consent', ({ kind }) => consentWords[kind]),
        text('Answer', ({ answer }) => answer),
        number('Version of the text', ({ version }) => version),
        text('Language', ({ language }) => language),
        text('SHA-256 of the text', ({ textHash }) => textHash),
        moment('When', ({ at }) => at),
      ],
      read: (contractorId) => consentsOfContractor(deps.db, contractorId),
    }),
    {
      name: 'applications',
      about: 'Applications of homeowners on your pages, as the Applications report shows them.',
      columns: [{ header: 'Application', kind: 'number' }, ...exportColumns],
      rows: async function* (contractorId) {
        const zoned = await inContractorZone(deps, contractorId);
        const cellsOf = exportCells(deps.clock.now(), zoned.timeZone);
        for await (const row of rowsOf(deps, contractorId)) yield [row.id, ...cellsOf(row)];
      },
    },
    ownTable<NoteRow>({
      name: 'application-notes',
      about: 'What your people wrote down about applications.',
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Note', ({ text: words }) => words),
        moment('When', ({ at }) => at),
      ],
      read: (contractorId) => notesOfContractor(deps.db, contractorId),
    }),
    ownTable<FollowUpRow>({
      name: 'application-follow-ups',
      about: 'The days on which your people want to be reminded of applications.',
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Day', ({ dueOn }) => dueOn),
        text('Note', ({ note }) => note),
        moment('Set', ({ setAt }) => setAt),
        moment('Done', ({ doneAt }) => doneAt),
      ],
      read: (contractorId) => followUpsOfContractor(deps.db, contractorId),
    }),
    ownTable<Answer>({
      name: 'offers',
      about: 'What lenders answered to each application, by kind of funding.',
      columns: [
        number('Application', ({ application }) => application.id),
        text('Applicant', ({ application }) => application.applicantName),
        text('Kind', ({ sum }) => offerKindLabels[sum.kind]),
        number('Offers', ({ sum }) => sum.cnt),
        dollars('Up to', ({ sum }) => sum.maxAmountCents),
        text('Lender', ({ sum }) => sum.name),
        number('Qualified', ({ sum }) => sum.qualified),
        yesNo('Selected', ({ sum }) => sum.selected > 0),
        text('Funded by', ({ sum }) => sum.fundedName),
        dollars('Funded', ({ sum }) => (sum.fundedName === null ? null : sum.fundedCents)),
      ],
      read: async function* (contractorId) {
        for await (const application of rowsOf(deps, contractorId))
          for (const sum of sumOffers(application.offers)) yield { application, sum };
      },
    }),
  ],
});
