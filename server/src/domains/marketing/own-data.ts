import { languagesInEnglish } from '@lintel/contract/core/language';
import type { Context } from '../../platform/context.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { selectFlyerPages, type FlyerPageRow } from './flyer/repository.ts';
import { shownFields } from './flyer/present.ts';
import { selectSightings, selectSites, type SightingRow } from './sites/repository.ts';

const { text, moment } = column;

/** More than a contractor's pages can have. */
const mostSightings = 5000;

const flyerText = (
  header: string,
  field: 'companyName' | 'phone' | 'extPhone' | 'websiteUrl' | 'qrCodeBackside',
) => text<FlyerPageRow>(header, (row) => shownFields(row)[field]);

/** A contractor's flyers with their logos, and where embeds are allowed and were seen. */
export const marketingData = ({ db, files }: Context): OwnData => ({
  tables: [
    ownTable<FlyerPageRow>({
      name: 'flyers',
      about: "The text of each page's homeowner flyer.",
      columns: [
        text('Page', ({ page }) => page.pageName),
        flyerText('Company', 'companyName'),
        flyerText('Phone', 'phone'),
        flyerText('Extension', 'extPhone'),
        flyerText('Website', 'websiteUrl'),
        flyerText('QR code leads to', 'qrCodeBackside'),
        text('Language', (row) => languagesInEnglish[shownFields(row).language]),
      ],
      read: (contractorId) => selectFlyerPages(db, contractorId),
    }),
    ownTable<string>({
      name: 'websites',
      about: 'Websites you listed for your embeds.',
      columns: [text('Website', (site) => site)],
      read: (contractorId) => selectSites(db, contractorId),
    }),
    ownTable<SightingRow>({
      name: 'embeds-seen',
      about: 'Websites where your embeds were seen.',
      columns: [
        text('Page', ({ pageName }) => pageName),
        text('Embed', ({ sighting }) => sighting.widget),
        text('Place', ({ sighting }) => sighting.site),
        moment('First seen', ({ sighting }) => sighting.firstSeen),
        moment('Last seen', ({ sighting }) => sighting.lastSeen),
      ],
      read: (contractorId) => selectSightings(db, contractorId, mostSightings),
    }),
  ],
  files: [
    {
      folder: 'flyer-logos',
      about: 'Logos uploaded only for flyers, by page name.',
      files: async function* (contractorId) {
        for (const { page, flyer } of await selectFlyerPages(db, contractorId)) {
          const key = flyer?.logoKey ?? null;
          if (key !== null)
            yield { name: `${page.pageName}.png`, content: () => files.stream(key) };
        }
      },
    },
  ],
});
