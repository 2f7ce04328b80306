import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { openDialog } from '../../../lib/dialog.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { templatesKey } from './api/keys.ts';
import { saveFlyerSetting } from './api/save-flyer-setting.ts';

const confirmed = ({ title }: FlyerTemplate): Promise<boolean> =>
  openDialog({
    title: `Use ${title}?`,
    text: 'Every contractor’s flyer is made from it from now on. Flyers that are printed already stay as they are.',
    confirm: 'Use this template',
    cancel: 'Cancel',
    tone: 'warning',
  });

/** Makes a template the one that flyers are made from, after a question. */
export function useFlyerInUse() {
  const client = useQueryClient();
  const setting = useQuery(flyerSettingQuery).data;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: FlyerTemplate) => saveFlyerSetting(setting?.id ?? 0, { templateId: id }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: templatesKey });
      showToast(message);
    },
    onError: (error) => showToast(failureText(error), 'danger'),
  });
  return {
    busy: isPending,
    /** The setting's record is not there yet: nothing can be chosen. */
    ready: setting !== undefined,
    choose: (template: FlyerTemplate): void =>
      void confirmed(template).then((yes) => yes && mutate(template)),
  };
}
