import type { blankW9 } from '@lintel/contract/payouts-w9';
import { send } from '../../../lib/api/send.ts';

const path: (typeof blankW9)['path'] = '/template/w9/pdf';

/** The blank W-9 form as a PDF. */
export const getBlank = async (): Promise<Blob> =>
  (await send(path, { method: 'GET' }, { handles: [500] })).blob();
