import { offerKindLabels } from '@lintel/contract/applications/constants';
import { noChoices } from '@lintel/contract/applications/report-filters';
import { consentWords } from '@lintel/contract/legal/constants';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batches.ts';
import { column, onceEach, ownTable, type OwnData } from '../../platform/own-data.ts';
import { iterateConsents, type ConsentRow } from './consents/index.ts';
import {
  iterateFollowUps,
  iterateNotes,
  type FollowUpRow,
  type NoteRow,
  reportQuery,
  rowFields,
  type ReportRow,
} from './contractor-view/index.ts';
import { exportCells, exportColumns } from './exports/index.ts';
import { sumOffers, type OfferSum } from './lenders/index.ts';
import { readContractorZone } from '../contractors/index.ts';

const { text, number, dollars, yesNo, moment } = column;

/** Rows per read. */
const batchSize = 500;

/** All applications of a contractor, oldest first, from one snapshot. */
function iterateRows({ db, database, clock, config }: Context, contractorId: number) {
  const everything = {
    contractorId,
    started: {},
    timeZone: config.BUSINESS_TIME_ZONE,
    pageId: undefined,
    search: '',
    ...noChoices,
  };
  const order = { field: 'appFormStarted', descending: false } as const;
  const now = clock.now();
  const statement = reportQuery(db, everything, order, now).toSQL();
  const fields = rowFields(contractorId, now);
  return onceEach(inBatches(database.pool, { fields, statement, size: batchSize }));
}

interface Answer {
  application: ReportRow;
  sum: OfferSum;
}

/** Report columns of each application and of its lenders' answers. */
export const applicationData = (context: Context): OwnData => ({
  tables: [
    ownTable<ConsentRow>({
      name: 'consents',
      about: 'Consents that homeowners gave on your pages, and when.',
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Consent', ({ kind }) => consentWords[kind]),
        text('Answer', ({ answer }) => answer),
        number('Version of the text', ({ version }) => version),
        text('Language', ({ language }) => language),
        text('SHA-256 of the text', ({ textHash }) => textHash),
        moment('When', ({ at }) => at),
      ],
      read: (contractorId) => iterateConsents(context.db, contractorId),
    }),
    {
      name: 'applications',
      about: 'Applications from homeowners on your pages, as shown in the Applications report.',
      columns: [{ header: 'Application', kind: 'number' }, ...exportColumns],
      rows: async function* (contractorId) {
        const { db, clock, config } = context;
        const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
        const cellsOf = exportCells(clock.now(), timeZone);
        for await (const row of iterateRows(context, contractorId)) yield [row.id, ...cellsOf(row)];
      },
    },
    ownTable<NoteRow>({
      name: 'application-notes',
      about: "Your team's notes on applications.",
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Note', ({ text: words }) => words),
        moment('When', ({ at }) => at),
      ],
      read: (contractorId) => iterateNotes(context.db, contractorId),
    }),
    ownTable<FollowUpRow>({
      name: 'application-follow-ups',
      about: "Your team's follow-up reminders for applications.",
      columns: [
        number('Application', ({ applicationId }) => applicationId),
        text('Day', ({ dueOn }) => dueOn),
        text('Note', ({ note }) => note),
        moment('Set', ({ setAt }) => setAt),
        moment('Done', ({ doneAt }) => doneAt),
      ],
      read: (contractorId) => iterateFollowUps(context.db, contractorId),
    }),
    ownTable<Answer>({
      name: 'offers',
      about: "Lenders' responses to each application, by type of funding.",
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
        dollars('Reversed', ({ sum }) => (sum.reversedCents === 0 ? null : sum.reversedCents)),
      ],
      read: async function* (contractorId) {
        for await (const application of iterateRows(context, contractorId))
          for (const sum of sumOffers(application.offers)) yield { application, sum };
      },
    }),
  ],
});
