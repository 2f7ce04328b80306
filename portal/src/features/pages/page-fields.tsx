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

const logoHint = m.pages_max_size_is_1_mb();

interface Props {
  page: CoBrandedPage | null;
  used: ReturnType<typeof usePageForm>;
}

/** What the page says: names, headline, logo. */
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
        description={m.pages_the_headline_of_the_page()}
      />
      <div className={classes.logoField}>
        <FileField
          label={m.pages_logo()}
          rule={logoRule}
          file={logo.file}
          stored={logo.stored}
          onChange={logo.choose}
          onRemove={logo.remove}
          description={m.pages_png_gif_or_jpg()}
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

/** Where the logo leads, tidied when it is left. */
function LogoLinkField({ used: { field, values, setValue } }: Pick<Props, 'used'>) {
  const input = field('logoLinkUrl');
  const tidyUp = (): void => {
    setValue('logoLinkUrl', tidyWebAddress(values.logoLinkUrl));
    input.onBlur();
  };
  return (
    <TextInput
      {...input}
      label={m.pages_logo_link_url()}
      maxLength={128}
      inputMode="url"
      description={m.pages_where_the_logo_links_to()}
      onBlur={tidyUp}
    />
  );
}

/** The public address without the page's name. */
const addressBefore = (page: CoBrandedPage | null): string =>
  page === null ? `${window.location.origin}/p/` : page.fullUrl.slice(0, -page.pageName.length);

/** The page's name, tidied when it is left, with the address that it makes. */
function PageNameField({ page, used: { field, values, setValue } }: Props) {
  const input = field('pageName');
  const tidy = tidyPageName(values.pageName);
  const tidyUp = (): void => {
    if (tidy !== values.pageName) setValue('pageName', tidy);
    input.onBlur();
  };
  const moves = page !== null && tidy !== '' && tidy !== page.pageName;
  return (
    <TextInput
      {...input}
      label={m.pages_page_name()}
      required
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      description={
        <>
          <span className={classes.address}>
            {addressBefore(page) + (tidy || m.pages_your_page())}
          </span>
          {moves && (
            <span className={classes.moves}>{m.pages_the_old_address_keeps_working()}</span>
          )}
        </>
      }
      onBlur={tidyUp}
    />
  );
}

interface PageSwitchesProps {
  values: PageValues;
  errors: Partial<Record<string, string>>;
  opportunities: readonly Opportunity[];
  concierge: PageFormOptions['concierge'];
  onChange<Field extends keyof PageValues>(field: Field, value: PageValues[Field]): void;
  onAskHeloc(): void;
}

const notInPlan = m.pages_available_on_pro_and_brand();

/** What the page offers besides personal loans. */
export function PageSwitches({
  values,
  errors,
  opportunities,
  concierge,
  onChange,
  onAskHeloc,
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
      {opportunity(
        'fdAgreement',
        'FDA',
        m.pages_funding_designation_agreement(),
        m.pages_lenders_may_pay_you_directly(),
      )}
      <div>
        {opportunity(
          'helocOffer',
          'HELOC',
          m.pages_heloc_offers(),
          m.pages_homeowners_also_see_home_equity(),
        )}
        <Button variant="subtle" size="compact-sm" mt={4} ml={42} onClick={onAskHeloc}>
          {m.pages_what_is_a_heloc()}
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
      label={m.pages_do_you_accept_credit_cards()}
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
      description={
        implied
          ? m.pages_the_concierge_plan_includes_it()
          : m.pages_a_specialist_calls_the_homeowners()
      }
      disabled={implied}
      checked={implied || values.concierge}
      error={errors['concierge']}
      onChange={(event) => onChange('concierge', event.currentTarget.checked)}
    />
  );
}
