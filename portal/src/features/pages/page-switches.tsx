import { Button, Radio, Switch } from '@mantine/core';
import type { Opportunity } from '@lintel/contract/billing';
import { creditCardAnswers, type CreditCardAnswer } from '@lintel/contract/pages';
import type { PageValues } from './page-values.ts';
import type { PageFormOptions } from './use-page-form.ts';
import classes from './pages.module.css';

interface Props {
  values: PageValues;
  errors: Partial<Record<string, string>>;
  opportunities: readonly Opportunity[];
  concierge: PageFormOptions['concierge'];
  onChange<Field extends keyof PageValues>(field: Field, value: PageValues[Field]): void;
  onAskHeloc(): void;
}

const notInPlan = 'Available on Pro and Brand plans only.';

/** What the page offers besides personal loans. */
export function PageSwitches({
  values,
  errors,
  opportunities,
  concierge,
  onChange,
  onAskHeloc,
}: Props) {
  const opportunity = (
    field: 'fdAgreement' | 'helocOffer',
    needs: Opportunity,
    label: string,
    text: string,
  ) => {
    const included = opportunities.includes(needs);
    return (
      <Switch
        label={label}
        description={included ? text : notInPlan}
        disabled={!included}
        checked={values[field]}
        error={errors[field]}
        onChange={(event) => onChange(field, event.currentTarget.checked)}
      />
    );
  };
  return (
    <div className={classes.switches}>
      <CreditCards values={values} errors={errors} onChange={onChange} />
      {opportunity(
        'fdAgreement',
        'FDA',
        'Funding Designation Agreement',
        'Lenders may pay you directly for the project.',
      )}
      <div>
        {opportunity(
          'helocOffer',
          'HELOC',
          'HELOC offers',
          'Homeowners also see home equity lines of credit.',
        )}
        <Button variant="subtle" size="compact-sm" mt={4} ml={42} onClick={onAskHeloc}>
          What is a HELOC?
        </Button>
      </div>
      {concierge.shown && (
        <ConciergeSwitch
          values={values}
          errors={errors}
          implied={concierge.implied}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function CreditCards({ values, errors, onChange }: Pick<Props, 'values' | 'errors' | 'onChange'>) {
  return (
    <Radio.Group
      label="Do you accept credit cards?"
      required
      value={values.ccAcceptance}
      error={errors['ccAcceptance']}
      onChange={(value) => onChange('ccAcceptance', value as CreditCardAnswer)}
    >
      <div className={classes.answers}>
        {creditCardAnswers.map((answer) => (
          <Radio
            key={answer}
            value={answer}
            label={answer}
            aria-invalid={errors['ccAcceptance'] !== undefined || undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

type ConciergeProps = Pick<Props, 'values' | 'errors' | 'onChange'> & { implied: boolean };

function ConciergeSwitch({ values, errors, implied, onChange }: ConciergeProps) {
  return (
    <Switch
      label="Concierge"
      description={
        implied
          ? 'The Concierge plan includes it on every page.'
          : 'A specialist calls the homeowners who apply on this page.'
      }
      disabled={implied}
      checked={implied || values.concierge}
      error={errors['concierge']}
      onChange={(event) => onChange('concierge', event.currentTarget.checked)}
    />
  );
}
