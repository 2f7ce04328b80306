import type { Edges, Part } from '../../platform/part.ts';
import type { EmailDeps } from '../messaging/index.ts';
import { invoiceRoutes } from './routes.ts';

export { layout as documentLayout } from './layout.ts';
export { codeOf, financingUrl, itemRow, presentCompany, presentFinancing } from './present.ts';
export { PaperLogos } from './service.ts';

interface Deps extends Pick<Edges, 'config' | 'database' | 'clock' | 'files'> {
  mail: EmailDeps;
}

/** Contractors' own invoices and estimates. */
export const part = ({ database, clock, files, mail, config }: Deps): Part => ({
  routes: invoiceRoutes({ db: database.db, clock, files, mail, config }),
});
