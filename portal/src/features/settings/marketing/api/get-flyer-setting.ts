import { queryOptions } from '@tanstack/react-query';
import type { FlyerSetting, readSetting, Setting } from '@lintel/contract/settings';
import { call } from '../../../../lib/api/call.ts';
import { templatesKey } from './keys.ts';

const getSetting = call<typeof readSetting>({ method: 'GET', path: '/setting' });

/** The flyer setting: its record's id, and what its `paramVal` says. */
export interface StoredFlyerSetting {
  id: number;
  value: FlyerSetting;
}

const unset: FlyerSetting = {
  contractorId: null,
  templateId: 0,
  lastUpdated: { flyerTemplate: {}, socialMediaImageTemplates: {} },
  demoData: '',
};

const read = ({ paramId, paramVal }: Setting): StoredFlyerSetting => ({
  id: paramId,
  value: paramVal === '' ? unset : { ...unset, ...(JSON.parse(paramVal) as FlyerSetting) },
});

/** The template in use, the demo data, and who changed what last. */
export const flyerSettingQuery = queryOptions({
  queryKey: [...templatesKey, 'setting'],
  queryFn: async ({ signal }) =>
    read(await getSetting({ query: { name: 'FlyerTemplate' } }, { signal })),
});
