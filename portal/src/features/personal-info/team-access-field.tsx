import { Checkbox, Radio } from '@mantine/core';
import type { TeamSection } from './api/get-team-sections.ts';
import type { TeamAccess } from './use-team-form.ts';
import classes from './personal-info.module.css';

interface Props {
  value: TeamAccess;
  sections: readonly TeamSection[];
  error: string | undefined;
  onChange: (access: TeamAccess) => void;
}

/** Full access, or Limited with the sections that it opens. */
export function TeamAccessField(props: Props) {
  const { value, onChange } = props;
  return (
    <>
      <Radio.Group
        label="Access"
        name="access"
        required
        value={value.type}
        onChange={(type) => onChange({ ...value, type: type as TeamAccess['type'] })}
      >
        <div className={classes.choices}>
          <Radio
            value="Full"
            label="Full"
            description="Everything that you see, the team included."
          />
          <Radio
            value="Limited"
            label="Limited"
            description="The sections that you choose, and their own profile and password."
          />
        </div>
      </Radio.Group>
      {value.type === 'Limited' && <Sections {...props} />}
    </>
  );
}

function Sections({ value, sections, error, onChange }: Props) {
  return (
    <Checkbox.Group
      label="Sections"
      required
      error={error}
      value={value.resourceCodes}
      onChange={(codes) =>
        onChange({ ...value, resourceCodes: codes as TeamAccess['resourceCodes'] })
      }
    >
      <div className={`${classes.choices} ${classes.sections}`}>
        {sections.map(({ code, name, description }) => (
          <Checkbox
            key={code}
            value={code}
            label={name}
            description={description}
            aria-invalid={error !== undefined || undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
