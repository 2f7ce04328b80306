import type { ChangeEvent } from 'react';
import {
  Checkbox,
  Group,
  MultiSelect,
  Select,
  Textarea,
  TextInput,
  type TextareaProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { opportunities, tiers } from '@lintel/contract/billing/tiers';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { rolesQuery } from './requests.ts';
import { bulleted, type PlanFormState } from './use-plan-form.ts';
import { VisibilityField } from './visibility-field.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './plans.module.css';

/** A plan's fields. */
export function PlanFields({ used }: { used: PlanFormState }) {
  const { field, values, errors, setValue } = used;
  const { onChange: _event, ...description } = field('description');
  return (
    <div className={classes.fields}>
      <TextInput
        {...field('name')}
        label={m.common_name()}
        required
        data-autofocus
        autoComplete="off"
      />
      <Select
        label={m.common_tier()}
        placeholder={m.billing_plan_chooseTier()}
        data={tiers}
        value={values.tier || null}
        error={errors['tier']}
        aria-invalid={errors['tier'] !== undefined}
        onChange={(tier) => setValue('tier', tier ?? '')}
        onBlur={field('tier').onBlur}
        required
      />
      <TextInput
        {...field('price')}
        label={m.billing_plan_price()}
        leftSection="$"
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <TextInput
        {...field('installmentIntervalsCount')}
        label={m.billing_plan_installments()}
        placeholder={m.billing_plan_installmentsHelp()}
        inputMode="numeric"
        required
        autoComplete="off"
      />
      <TextInput
        {...field('stripeId')}
        label={m.billing_plan_stripeId()}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...field('associatedStripeId')}
        label={m.billing_plan_associatedStripeId()}
        autoComplete="off"
        spellCheck={false}
      />
      <RolesField used={used} />
      <OpportunitiesField used={used} />
      <BulletField
        {...description}
        onChange={(text) => setValue('description', text)}
        label={m.common_description()}
        description={m.billing_plan_bulletsHelp()}
        className={classes.wide ?? ''}
      />
      <VisibilityField used={used} />
    </div>
  );
}

function OpportunitiesField({ used: { values, setValue } }: { used: PlanFormState }) {
  return (
    <Checkbox.Group
      label={m.billing_plan_opportunities()}
      className={classes.wide ?? ''}
      value={values.opportunities}
      onChange={(chosen) => setValue('opportunities', chosen)}
    >
      <Group gap="xl" mt={6}>
        {opportunities.map((one) => (
          <Checkbox key={one} value={one} label={one} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** The plan's roles; staff roles are excluded. */
function RolesField({ used: { field, values, errors, setValue } }: { used: PlanFormState }) {
  const roles = useQuery(rolesQuery);
  const assignable = (roles.data ?? []).filter(({ staffOnly }) => !staffOnly);
  return (
    <div className={classes.wide}>
      <MultiSelect
        label={m.billing_plan_roles()}
        placeholder={values.roles.length === 0 ? m.billing_plan_chooseRoles() : ''}
        data={assignable.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.roles}
        error={errors['roles']}
        aria-invalid={errors['roles'] !== undefined}
        onChange={(chosen) => setValue('roles', chosen)}
        onBlur={field('roles').onBlur}
        nothingFoundMessage={m.billing_plan_noRole()}
        hidePickedOptions
        searchable
        required
      />
      {roles.isError && (
        <p className={classes.quiet} role="alert">
          <Rich
            text={m.billing_plan_rolesFailed()}
            parts={{
              button: (words) => (
                <PlainButton small onClick={() => void roles.refetch()}>
                  {words}
                </PlainButton>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange(text: string): void;
}

/** A multiline text with a bullet before each line. */
function BulletField({ value, onChange, ...input }: Props) {
  const change = ({
    currentTarget: field,
    nativeEvent,
  }: ChangeEvent<HTMLTextAreaElement>): void => {
    const deleting =
      nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete');
    const text = bulleted(field.value, deleting);
    if (text !== field.value) {
      // Here and not on the next render, which would move the caret to the end.
      const caret = bulleted(field.value.slice(0, field.selectionStart), deleting).length;
      field.value = text;
      field.setSelectionRange(caret, caret);
    }
    onChange(text);
  };
  return <Textarea {...input} value={value} onChange={change} rows={5} resize="vertical" />;
}
