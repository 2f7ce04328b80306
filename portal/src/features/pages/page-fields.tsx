import { ActionIcon, Button, Radio, Switch, TextInput, Tooltip } from '@mantine/core';
import * as m from '#messages';
import type { Opportunity } from '@lintel/contract/billing/tiers';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import {
  creditCardAnswers,
  logoRule,
  tidyPageName,
  type CoBrandedPage,
} from '@lintel/contract/pages/page';
import { FileField } from '../../ui/file-field.tsx';
import { IconInfoCircle } from '../../ui/icons.ts';
import type { PageFormOptions, PageValues, usePageForm } from './use-page-form.ts';
import classes from './pages.module.css';

const logoHint = m.pages_form_maxSize();

interface Props {
  page: CoBrandedPage | null;
  used: ReturnType<typeof usePageForm>;
}

/** Names, headline, and logo. */
export function PageFields({ page, used }: Props) {
  const { field, logo } = used;
  return (
    <>
      <TextInput
        {...field('companyName')}
        label={m.common_companyName()}
        required
        maxLength={240}
      />
      <PageNameField page={page} used={used} />
      <TextInput
        {...field('title')}
        label={m.common_title()}
        maxLength={250}
        description={m.pages_form_titleHelp()}
      />
      <div className={classes.logoField}>
        <FileField
          label={m.common_logo()}
          rule={logoRule}
          file={logo.file}
          stored={logo.stored}
          onChange={logo.choose}
          onRemove={logo.remove}
          description={m.pages_form_logoFormats()}
          error={logo.error}
        />
        <Tooltip label={logoHint} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon
            className={classes.logoHint ?? ''}
            variant="subtle"
            color="gray"
            aria-label={logoHint}
          >
            <IconInfoCircle size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <LogoLinkField used={used} />
    </>
  );
}

/** The logo's link, normalized on blur. */
function LogoLinkField({ used: { field, values, setValue } }: Pick<Props, 'used'>) {
  const input = field('logoLinkUrl');
  const normalize = (): void => {
    setValue('logoLinkUrl', tidyWebAddress(values.logoLinkUrl));
    input.onBlur();
  };
  return (
    <TextInput
      {...input}
      label={m.pages_form_logoLink()}
      maxLength={128}
      inputMode="url"
      description={m.pages_form_logoLinkHelp()}
      onBlur={normalize}
    />
  );
}

/** The public address without the page name. */
const currentAddress = (page: CoBrandedPage | null): string =>
  page === null ? `${window.location.origin}/p/` : page.fullUrl.slice(0, -page.pageName.length);

/** The page name, normalized on blur, with the resulting address. */
function PageNameField({ page, used: { field, values, setValue } }: Props) {
  const input = field('pageName');
  const tidy = tidyPageName(values.pageName);
  const normalize = (): void => {
    if (tidy !== values.pageName) setValue('pageName', tidy);
    input.onBlur();
  };
  const moves = page !== null && tidy !== '' && tidy !== page.pageName;
  return (
    <TextInput
      {...input}
      label={m.pages_form_name()}
      required
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      description={
        <>
          <span className={classes.address}>
            {currentAddress(page) + (tidy || m.pages_form_namePlaceholder())}
          </span>
          {moves && <span className={classes.moves}>{m.pages_form_nameHelp()}</span>}
        </>
      }
      onBlur={normalize}
    />
  );
}

interface PageSwitchesProps {
  values: PageValues;
  errors: Partial<Record<string, string>>;
  opportunities: readonly Opportunity[];
  concierge: PageFormOptions['concierge'];
  onChange<Field extends keyof PageValues>(field: Field, value: PageValues[Field]): void;
  onRequestHeloc(): void;
}

const notInPlan = m.pages_form_planOnly();

/** The page's offers beyond personal loans. */
export function PageSwitches({
  values,
  errors,
  opportunities,
  concierge,
  onChange,
  onRequestHeloc,
}: PageSwitchesProps) {
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
      {opportunity('fdAgreement', 'FDA', m.pages_fundingAgreement(), m.pages_form_fundingHelp())}
      <div>
        {opportunity('helocOffer', 'HELOC', m.pages_heloc(), m.pages_form_helocHelp())}
        <Button variant="subtle" size="compact-sm" mt={4} ml={42} onClick={onRequestHeloc}>
          {m.pages_form_whatIsHeloc()}
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

function CreditCards({
  values,
  errors,
  onChange,
}: Pick<PageSwitchesProps, 'values' | 'errors' | 'onChange'>) {
  return (
    <Radio.Group
      label={m.pages_form_creditCards()}
      required
      value={values.ccAcceptance}
      error={errors['ccAcceptance']}
      onChange={(value) => onChange('ccAcceptance', value)}
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

type ConciergeProps = Pick<PageSwitchesProps, 'values' | 'errors' | 'onChange'> & {
  implied: boolean;
};

function ConciergeSwitch({ values, errors, implied, onChange }: ConciergeProps) {
  return (
    <Switch
      label={m.pages_concierge()}
      description={implied ? m.pages_form_conciergeIncluded() : m.pages_form_conciergeHelp()}
      disabled={implied}
      checked={implied || values.concierge}
      error={errors['concierge']}
      onChange={(event) => onChange('concierge', event.currentTarget.checked)}
    />
  );
}
