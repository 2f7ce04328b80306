import * as contract from '@lintel/contract/invoices/documents';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { EmailDeps } from '../messaging/index.ts';
import { layout } from './layout.ts';
import { PaperLogos, mailFinancingLink, makeDocument, type InvoiceDeps } from './service.ts';
import { fileNameOf } from './present.ts';

interface RouteDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  mail: EmailDeps;
  config: { publicUrl: string; BRAND_PRIMARY_COLOR: string };
}

export function invoiceRoutes({ files, config, ...others }: RouteDeps): Route[] {
  const deps: InvoiceDeps = {
    ...others,
    logos: new PaperLogos(files),
    typesetter: new Typesetter(layout),
    publicUrl: config.publicUrl,
    accent: config.BRAND_PRIMARY_COLOR,
  };
  return [
    handle(contract.priceDocument, async ({ body, caller, owned }) => ({
      content: await makeDocument(deps, caller, owned, body),
      headers: {
        'content-disposition': `inline; filename="${fileNameOf(body)}"`,
        'cache-control': 'no-store',
      },
    })),
    handle(contract.mailLink, async ({ body, caller, owned }) => {
      await mailFinancingLink(deps, caller, owned, body.email);
      return { message: 'Success!' };
    }),
  ];
}
