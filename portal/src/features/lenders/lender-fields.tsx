import { Checkbox, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import {
  creditBands,
  offerKindLabels,
  offerKinds,
  projects,
  creditBandKeys,
} from '@lintel/contract/applications/constants';
import { usStateCodes, usStates } from '@lintel/contract/core/us-states';
import { askingModes, connectionKinds } from '@lintel/contract/lenders/constants';
import { lenderNeeds } from '@lintel/contract/lenders/needs';
import { staffWith } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { HoursField } from './hours-field.tsx';
import { connectionLabels, needLabels, needMeanings } from './lender-names.ts';
import { plansQuery } from './requests.ts';
import type { UsedLenderForm } from './use-lender-form.ts';
import classes from './lenders.module.css';

const readingPlans = staffWith(['manage-plans', 'access']);

interface Props {
  used: UsedLenderForm;
}

/** Who the lender is. */
export function CompanyFields({ used: { field, values, setValue } }: Props) {
  const { onChange: _event, ...phone } = field('phone');
  return (
    <div className={classes.fields}>
      <TextInput {...field('name')} label={m.common_name()} required data-autofocus />
      <TextInput {...field('legalName')} label={m.lenders_legalName()} />
      <TextInput {...field('nmlsId')} label={m.lenders_nmlsId()} inputMode="numeric" />
      <TextInput {...field('website')} label={m.lenders_website()} inputMode="url" />
      <PhoneField
        label={m.lenders_phone()}
        field={phone}
        value={values.phone}
        onChange={(digits) => setValue('phone', digits)}
      />
      <TextInput
        {...field('contactEmail')}
        label={m.lenders_contactEmail()}
        description={m.lenders_contactEmailHelp()}
        inputMode="email"
      />
      <Checkbox
        label={m.lenders_listed()}
        description={m.lenders_listedHelp()}
        checked={values.isListed}
        onChange={({ currentTarget }) => setValue('isListed', currentTarget.checked)}
        className={classes.wide ?? ''}
      />
    </div>
  );
}

/** How applications reach the lender. `locked`: its connection comes from the environment. */
export function ConnectionFields({
  used: { field, values, errors, setValue },
  locked = false,
}: Props & { locked?: boolean }) {
  return (
    <div className={classes.fields}>
      <Select
        label={m.lenders_connection()}
        data={connectionKinds.map((value) => ({ value, label: connectionLabels[value] }))}
        value={values.connection}
        error={errors['connection']}
        onChange={(chosen) =>
          setValue('connection', connectionKinds.find((one) => one === chosen) ?? 'webhook')
        }
        disabled={locked}
        description={locked ? m.lenders_fromEnvironment() : undefined}
      />
      {values.connection === 'webhook' && (
        <>
          <TextInput
            {...field('url')}
            label={m.lenders_url()}
            placeholder={m.lenders_url_placeholder()}
            inputMode="url"
            spellCheck={false}
            disabled={locked}
            required
          />
          <TagsInput
            label={m.lenders_networks()}
            description={m.lenders_networksHelp()}
            placeholder={values.networks.length === 0 ? m.lenders_anyNetwork() : ''}
            value={values.networks}
            error={errors['networks']}
            onChange={(networks) => setValue('networks', networks)}
            className={classes.wide ?? ''}
          />
        </>
      )}
    </div>
  );
}

/** Which applications the lender gets. */
export function RuleFields({ used }: Props) {
  const { field, values, setValue } = used;
  return (
    <div className={classes.fields}>
      <MultiSelect
        label={m.lenders_products()}
        placeholder={values.products.length === 0 ? m.lenders_all() : ''}
        data={offerKinds.map((value) => ({ value, label: offerKindLabels[value] }))}
        value={values.products}
        onChange={(chosen) =>
          setValue(
            'products',
            offerKinds.filter((one) => chosen.includes(one)),
          )
        }
        hidePickedOptions
      />
      <MultiSelect
        label={m.lenders_states()}
        placeholder={values.states.length === 0 ? m.lenders_allStates() : ''}
        data={usStateCodes.map((value) => ({ value, label: usStates[value] }))}
        value={values.states}
        onChange={(chosen) =>
          setValue(
            'states',
            usStateCodes.filter((one) => chosen.includes(one)),
          )
        }
        searchable
        hidePickedOptions
      />
      <TextInput
        {...field('minAmount')}
        label={m.lenders_minAmount()}
        placeholder={m.lenders_noLimit()}
        leftSection="$"
        inputMode="numeric"
      />
      <TextInput
        {...field('maxAmount')}
        label={m.lenders_maxAmount()}
        placeholder={m.lenders_noLimit()}
        leftSection="$"
        inputMode="numeric"
      />
      <MultiSelect
        label={m.lenders_creditBands()}
        placeholder={values.creditBands.length === 0 ? m.lenders_all() : ''}
        data={creditBandKeys.map((value) => ({ value, label: creditBands[value] }))}
        value={values.creditBands}
        onChange={(chosen) =>
          setValue(
            'creditBands',
            creditBandKeys.filter((one) => chosen.includes(one)),
          )
        }
        hidePickedOptions
      />
      <MultiSelect
        label={m.lenders_projects()}
        placeholder={values.projects.length === 0 ? m.lenders_all() : ''}
        data={projects}
        value={values.projects}
        onChange={(chosen) =>
          setValue(
            'projects',
            projects.filter((one) => chosen.includes(one)),
          )
        }
        hidePickedOptions
      />
    </div>
  );
}

/** The applicant details that the lender needs. */
export function NeedFields({ used: { values, errors, setValue } }: Props) {
  return (
    <Checkbox.Group
      mt="md"
      label={m.lenders_needs()}
      description={m.lenders_needsHelp()}
      value={values.needs}
      error={errors['needs']}
      onChange={(chosen) =>
        setValue(
          'needs',
          lenderNeeds.filter((one) => chosen.includes(one)),
        )
      }
    >
      <div className={classes.needs}>
        {lenderNeeds.map((need) => (
          <Checkbox
            key={need}
            value={need}
            label={needLabels[need]}
            description={needMeanings[need]}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Whose applications the lender gets, and when. */
export function AskingFields({ used }: Props) {
  const { field, values, setValue } = used;
  return (
    <div className={classes.fields}>
      <PlansField used={used} />
      <div className={classes.wide}>
        <Checkbox
          label={m.lenders_allContractors()}
          description={m.lenders_allContractorsHelp()}
          checked={values.allContractors}
          onChange={({ currentTarget }) => setValue('allContractors', currentTarget.checked)}
        />
        <Checkbox
          mt="sm"
          label={m.lenders_needsMerchantNumber()}
          description={m.lenders_needsMerchantNumberHelp()}
          checked={values.needsMerchantNumber}
          onChange={({ currentTarget }) => setValue('needsMerchantNumber', currentTarget.checked)}
        />
      </div>
      <Select
        label={m.lenders_mode()}
        data={askingModes.map((value) => ({
          value,
          label: value === 'parallel' ? m.lenders_mode_parallel() : m.lenders_mode_ordered(),
        }))}
        value={values.mode}
        onChange={(chosen) =>
          setValue('mode', askingModes.find((one) => one === chosen) ?? 'parallel')
        }
      />
      {values.mode === 'ordered' && (
        <TextInput
          {...field('answerMinutes')}
          label={m.lenders_answerMinutes()}
          description={m.lenders_answerMinutesHelp()}
          inputMode="numeric"
        />
      )}
      <HoursField used={used} />
    </div>
  );
}

/** What the lender's offers look like, for examples on pages, and what it pays. */
export function TermFields({ used: { field, values, errors, setValue } }: Props) {
  return (
    <div className={classes.fields}>
      <TextInput
        {...field('minApr')}
        label={m.lenders_minApr()}
        rightSection="%"
        inputMode="decimal"
      />
      <TextInput
        {...field('maxApr')}
        label={m.lenders_maxApr()}
        rightSection="%"
        inputMode="decimal"
      />
      <TagsInput
        label={m.lenders_terms()}
        description={m.lenders_termsHelp()}
        value={values.terms}
        error={errors['terms']}
        onChange={(terms) => setValue('terms', terms)}
      />
      <TextInput
        {...field('commissionPercent')}
        label={m.lenders_commission()}
        description={m.lenders_commissionHelp()}
        rightSection="%"
        inputMode="decimal"
      />
    </div>
  );
}

/** The plans whose contractors get the lender. */
function PlansField({ used: { values, errors, setValue } }: Props) {
  const mayRead = may(useSession(), readingPlans);
  const plans = useQuery({ ...plansQuery, enabled: mayRead });
  if (!mayRead) return null;
  return (
    <MultiSelect
      label={m.lenders_plans()}
      placeholder={values.planIds.length === 0 ? m.lenders_allPlans() : ''}
      data={(plans.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={values.planIds}
      error={errors['planIds']}
      onChange={(planIds) => setValue('planIds', planIds)}
      className={classes.wide ?? ''}
      searchable
      hidePickedOptions
    />
  );
}
