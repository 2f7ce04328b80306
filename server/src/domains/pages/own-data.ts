import type { Context } from '../../platform/context.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { selectPages, type PageRow } from './repository.ts';

const { text, number, yesNo, moment } = column;

/** Settings and logos of a contractor's pages. */
export const pageData = ({ db, config, files }: Context): OwnData => ({
  tables: [
    ownTable<PageRow>({
      name: 'co-branded-pages',
      about: 'Your co-branded pages with their settings.',
      columns: [
        number('Page', ({ id }) => id),
        text('Address', ({ pageName }) => `${config.publicUrl}/p/${pageName}`),
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
      read: (contractorId) => selectPages(db, contractorId),
    }),
  ],
  files: [
    {
      folder: 'logos',
      about: 'The logos of your pages, by the name of the page.',
      files: async function* (contractorId) {
        for (const { pageName, logoKey } of await selectPages(db, contractorId))
          if (logoKey !== null)
            yield { name: `${pageName}.png`, content: () => files.stream(logoKey) };
      },
    },
  ],
});
