import { Checkbox, Group, Radio, Select } from '@mantine/core';
import { programs, type ProgramValue } from '@lintel/contract/leads-constants';
import type { LeadChoices } from './api/lead-choices.ts';
import { PartnerField } from './partner-field.tsx';
import type { LeadForm } from './use-lead-form.ts';
import classes from './lead.module.css';

interface Props {
  used: LeadForm;
  choices: LeadChoices;
}

/** Where a lead came from, and who looks after it. */
export function OriginFields({ used, choices }: Props) {
  const { values, choice } = used;
  const program = programs.find(({ value }) => value === values.program);
  return (
    <>
      <Select
        {...choice('leadSource')}
        label="Lead source"
        data={choices.sources}
        required
        searchable
        nothingFoundMessage="No such source"
      />
      <Select
        {...choice('leadFirstTouch')}
        label="Lead first touch"
        data={choices.touches}
        clearable
        searchable
        nothingFoundMessage="No such first touch"
      />
      <ProgramField used={used} />
      {program && program.value !== '0' && (
        <div className={classes.wide}>
          <PartnerField key={program.value} used={used} label={program.label} />
        </div>
      )}
      <OwnerField used={used} owners={choices.owners} />
    </>
  );
}

/** Another program forgets the partner. */
const ProgramField = ({ used: { values, chooseProgram } }: { used: LeadForm }) => (
  <Radio.Group
    className={classes.wide ?? ''}
    label="Partnership program"
    value={values.program}
    onChange={(value) => chooseProgram(value as ProgramValue)}
  >
    <Group gap="lg" mt={4}>
      {programs.map(({ value, label }) => (
        <Radio key={value} value={value} label={label} />
      ))}
    </Group>
  </Radio.Group>
);

/** Whoever is left to the distribution is not known yet, and comes back when it is not. */
function OwnerField({ used, owners }: { used: LeadForm; owners: LeadChoices['owners'] }) {
  const { values, setValue, choice } = used;
  const owner = choice('owner');
  return (
    <>
      <Select
        {...owner}
        label="Lead owner"
        data={owners}
        value={values.isAssignOwner ? null : owner.value}
        disabled={values.isAssignOwner}
        placeholder={values.isAssignOwner ? 'By distribution' : 'Nobody'}
        clearable
      />
      <Checkbox
        className={classes.assign ?? ''}
        label="assign owner by distribution"
        name="isAssignOwner"
        checked={values.isAssignOwner}
        onChange={(event) => setValue('isAssignOwner', event.currentTarget.checked)}
      />
    </>
  );
}
