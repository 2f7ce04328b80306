import type { Database } from '../../platform/db/connect.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { selectContractorViews, type OwnView } from './report-repository.ts';

const { text, number, moment } = column;

/** A contractor's users' progress in the training videos. */
export const trainingData = (db: Database): OwnData => ({
  tables: [
    ownTable<OwnView>({
      name: 'training-progress',
      about: 'Training videos your team has started.',
      columns: [
        text('Person', ({ fullName }) => fullName),
        text('E-mail', ({ email }) => email),
        text('Category', ({ category }) => category),
        text('Video', ({ name }) => name),
        text('State', ({ progress }) => (progress.status === 'ended' ? 'Watched' : 'Started')),
        number('Watched (%)', ({ progress }) => progress.percent),
        moment('Started', ({ progress }) => progress.startedAt),
        moment('Ended', ({ progress }) => progress.endedAt),
        moment('Last watched', ({ progress }) => progress.lastAt),
      ],
      read: (contractorId) => selectContractorViews(db, contractorId),
    }),
  ],
});
