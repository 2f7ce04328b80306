import { useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { useUnsaved } from '../unsaved.tsx';
import type { StoredFlyerSetting } from './api/get-flyer-setting.ts';
import { templatesKey } from './api/keys.ts';
import { saveFlyerSetting } from './api/save-flyer-setting.ts';

const rules = () => import('@lintel/contract/settings').then((module) => module.updateSetting.body);

/** The form of the demo data. */
export function useDemoDataForm({ id, value }: StoredFlyerSetting, onSaved: () => void) {
  const client = useQueryClient();
  const used = useContractForm({
    initial: { paramName: 'FlyerTemplate', demoData: value.demoData.trim() },
    rules,
    onSubmit: async ({ demoData = '' }) => {
      const { message } = await saveFlyerSetting(id, { demoData });
      await client.invalidateQueries({ queryKey: templatesKey });
      showToast(message);
      onSaved();
    },
    onFailure: (error) => showToast(failureText(error), 'danger'),
  });
  useUnsaved(used.values.demoData.trim() !== value.demoData.trim());
  return used;
}
