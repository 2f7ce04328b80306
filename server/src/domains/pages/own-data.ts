import type { Database } from '../../platform/db/connect.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { selectPages, type PageRow } from './repository.ts';

const { text, number, yesNo, moment } = column;

/** Settings and logos of a contractor's pages. */
export const pageData = (deps: { db: Database; files: FileStore; publicUrl: string }): OwnData => ({
  tables: [
    ownTable<PageRow>({
      name: 'co-branded-pages',
      about: 'Your co-branded pages with their settings.',
      columns: [
        number('Page', ({ id }) => id),
        text('Address', ({ pageName }) => `${deps.publicUrl}/p/${pageName}`),
        yesNo('Open to visitors', ({ isActive }) => isActive),
        text('Company', ({ companyName }) => companyName),
        text('Title', ({ title }) => title),
        text('Link of the logo', ({ logoLinkUrl }) => logoLinkUrl),
        yesNo('Funding Designation Agreement', ({ fdAgreement }) => fdAgreement),
        yesNo('HELOC offers', ({ helocOffer }) => helocOffer),
        yesNo('Concierge', ({ concierge }) => concierge),
        text('Accepts credit cards', ({ ccAcceptance }) => ccAcceptance),
        moment('Created', ({ createdAt }) => createdAt),
        moment('Changed', ({ updatedAt }) => updatedAt),
      ],
      read: (contractorId) => selectPages(deps.db, contractorId),
    }),
  ],
  files: [
    {
      folder: 'logos',
      about: 'The logos of your pages, by the name of the page.',
      files: async function* (contractorId) {
        for (const { pageName, logoKey } of await selectPages(deps.db, contractorId))
          if (logoKey !== null)
            yield { name: `${pageName}.png`, content: () => deps.files.stream(logoKey) };
      },
    },
  ],
});
