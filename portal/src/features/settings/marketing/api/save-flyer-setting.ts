import type { updateSetting } from '@lintel/contract/settings';
import { call } from '../../../../lib/api/call.ts';
import { accepted } from '../../../../lib/api/accepted.ts';

const update = call<typeof updateSetting>(
  { method: 'POST', path: '/setting/{id}', encoding: 'form' },
  { handles: [500] },
);

/** Chooses the template that flyers are made from, or replaces the demo data. */
export const saveFlyerSetting = async (
  id: number,
  change: { templateId: number } | { demoData: string },
) =>
  accepted(await update({ params: { id }, body: { id, paramName: 'FlyerTemplate', ...change } }));
