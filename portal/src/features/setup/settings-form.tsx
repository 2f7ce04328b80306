import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { saveProviderSettings, type ShownGroup } from '@lintel/contract/setup/provider-settings';
import { settingGroups, type SettingName } from '@lintel/contract/setup/settings';
import { notifyFailure } from '../../lib/failure.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { saveSettings, setupKey } from './requests.ts';
import { SettingField } from './setting-field.tsx';
import classes from './setup.module.css';

type Values = Partial<Record<SettingName, string>>;

/** A secret starts empty, because it is never shown; a default is only a placeholder. */
const initialOf = ({ settings }: ShownGroup): Values =>
  Object.fromEntries(
    settings.map(({ name, value, source }) => [name, source === 'default' ? '' : (value ?? '')]),
  );

/** The settings of a group. */
export function SettingsForm({ group, mayChange }: { group: ShownGroup; mayChange: boolean }) {
  const client = useQueryClient();
  const initial = initialOf(group);
  // Secrets to remove when the form is saved.
  const [removed, setRemoved] = useState<readonly SettingName[]>([]);
  const { form, field, setValue, values, busy } = useContractForm({
    initial,
    rules: () => Promise.resolve(saveProviderSettings.body.shape.values),
    onSubmit: async (sent) => {
      const changes = group.settings.flatMap(({ name }) => {
        if (removed.includes(name)) return [[name, '']];
        return sent[name] === initial[name] ? [] : [[name, sent[name]]];
      });
      const { message } = await saveSettings({
        params: { group: group.group },
        body: { values: Object.fromEntries(changes), version: group.version },
      });
      showToast(message);
      await client.invalidateQueries({ queryKey: setupKey });
    },
    onFailure: notifyFailure,
  });
  const edited =
    group.lastEdit === null
      ? undefined
      : m.setup_settings_edited({ when: formatDateTime(group.lastEdit), name: group.lastEditor });
  return (
    <Card title={settingGroups[group.group]} text={edited}>
      <form {...form} className={classes.form} autoComplete="off">
        {group.settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            locked={!mayChange}
            field={field(setting.name)}
            value={values[setting.name] ?? ''}
            onChange={(value) => setValue(setting.name, value)}
            removed={removed.includes(setting.name)}
            onRemove={(isRemoved) =>
              setRemoved((names) =>
                isRemoved
                  ? [...names, setting.name]
                  : names.filter((name) => name !== setting.name),
              )
            }
          />
        ))}
        {mayChange && <FormActions submit={m.common_save()} busy={busy} />}
      </form>
    </Card>
  );
}
