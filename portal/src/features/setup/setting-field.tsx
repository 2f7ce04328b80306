import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { ShownSetting } from '@lintel/contract/setup/provider-settings';
import { providerSetting } from '@lintel/contract/setup/settings';
import classes from './setup.module.css';

interface Props {
  setting: ShownSetting;
  /** The person may only look. */
  locked: boolean;
  field: {
    name: string;
    value: string | undefined;
    error: string | undefined;
    'aria-invalid': boolean;
    onChange: (event: { currentTarget: { value: string } }) => void;
    onBlur: () => void;
  };
  value: string;
  onChange(value: string): void;
  /** The secret will be removed when the form is saved. */
  removed: boolean;
  onRemove(removed: boolean): void;
}

/** A setting as a field. One from the environment is locked, and names its variable. */
export function SettingField(props: Props) {
  const { setting, locked, field, value, onChange } = props;
  const { name, source } = setting;
  const { label, hint, secret = false, choices } = providerSetting(name);
  const isFixed = source === 'environment';
  const description = isFixed ? m.setup_settings_fromEnvironment({ name }) : hint;
  const shared = { label, description, disabled: locked || isFixed };
  if (secret) return <SecretField {...props} shared={shared} />;
  if (choices !== undefined)
    return (
      <Select
        {...shared}
        name={name}
        error={field.error}
        aria-invalid={field['aria-invalid']}
        data={Object.entries(choices).map(([one, text]) => ({ value: one, label: text }))}
        placeholder={m.setup_settings_default()}
        value={value === '' ? null : value}
        onChange={(picked) => onChange(picked ?? '')}
        clearable={!shared.disabled}
      />
    );
  const { value: shown, ...rest } = field;
  return (
    <TextInput
      {...shared}
      {...rest}
      value={shown ?? ''}
      placeholder={source === 'default' ? (setting.value ?? '') : ''}
    />
  );
}

/** A secret that can be replaced or removed, but not read. */
function SecretField({
  setting: { isSet, lastFour, source },
  field,
  shared,
  removed,
  onRemove,
}: Props & { shared: { label: string; description: string | undefined; disabled: boolean } }) {
  const { value, ...rest } = field;
  const placeholder =
    lastFour === null ? m.setup_settings_set() : m.setup_settings_ends({ lastFour });
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...shared}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...rest}
        disabled={shared.disabled || removed}
        value={value ?? ''}
        placeholder={removed ? m.setup_settings_removed() : isSet ? placeholder : ''}
        autoComplete="new-password"
      />
      {isSet && source === 'portal' && !shared.disabled && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onRemove(!removed)}
          aria-label={
            removed
              ? m.setup_settings_keepNamed({ label: shared.label })
              : m.setup_settings_removeNamed({ label: shared.label })
          }
        >
          {removed ? m.setup_settings_keep() : m.setup_settings_remove()}
        </Button>
      )}
    </div>
  );
}
