import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import * as m from '#messages';
import { offerKindLabels, offerKinds, rateTypes } from '@lintel/contract/applications/constants';
import type { DeskApplication, DeskOffer } from '@lintel/contract/lender-desk/applications';
import { mostDeskOffers } from '@lintel/contract/lender-desk/constants';
import { newKey } from '../../../lib/api/action-key.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { FormModal } from './form-modal.tsx';
import { sendAction } from './requests.ts';
import { useDeskForm } from './use-desk-form.ts';
import classes from '../lenders.module.css';

const blank = {
  /** Only for this list; the server ignores it. */
  key: '',
  kind: 'loan' as string,
  amount: '',
  termMonths: '',
  apr: '',
  rateType: '',
  monthlyPayment: '',
  fees: '',
  dealerFee: '',
  expiresOn: '',
  conditions: [] as string[],
};
type Typed = typeof blank;

const typed = (value: number | null): string => (value === null ? '' : String(value));
const typedFrom = (offer: DeskOffer): Typed => ({
  key: newKey(),
  kind: offer.kind,
  amount: String(offer.amount),
  termMonths: typed(offer.termMonths),
  apr: typed(offer.apr),
  rateType: offer.rateType ?? '',
  monthlyPayment: typed(offer.monthlyPayment),
  fees: typed(offer.fees),
  dealerFee: typed(offer.dealerFee),
  expiresOn: '',
  conditions: [...offer.conditions],
});

interface Props {
  application: DeskApplication;
  /** The offer that is edited or countered. */
  replaced: DeskOffer | null;
  onClose(): void;
}

/** Enters offers, or one that replaces an earlier one. */
export function OfferModal({ application, replaced, onClose }: Props) {
  const { reference, seen, amount } = application;
  const first =
    replaced === null ? { ...blank, key: newKey(), amount: typed(amount) } : typedFrom(replaced);
  const used = useDeskForm({
    initial: { offers: [first], replaces: replaced?.reference ?? '' },
    rules: () =>
      import('@lintel/contract/lender-desk/actions').then((module) => module.sendOffersForm),
    send: (form, key) =>
      sendAction({ params: { reference }, body: { type: 'offers', seen, ...form } }, { key }),
    onClose,
  });
  const { values, setValue } = used;
  const isCounter = replaced !== null && replaced.state !== 'open';
  return (
    <FormModal
      title={
        replaced === null
          ? m.lenders_desk_offer_add()
          : isCounter
            ? m.lenders_desk_offer_counter()
            : m.lenders_desk_offer_edit()
      }
      submit={m.lenders_desk_offer_send()}
      used={used}
      onClose={onClose}
    >
      {replaced !== null && (
        <p className={`${classes.quiet} ${classes.wide}`}>{m.lenders_desk_offer_replaces()}</p>
      )}
      {values.offers.map(({ key }, index) => (
        <OfferFields key={key} used={used} index={index} />
      ))}
      {replaced === null && values.offers.length < mostDeskOffers && (
        <Button
          variant="default"
          className={classes.wide ?? ''}
          onClick={() => setValue('offers', [...values.offers, { ...blank, key: newKey() }])}
        >
          {m.lenders_desk_offer_another()}
        </Button>
      )}
    </FormModal>
  );
}

interface FieldsProps {
  used: {
    values: { offers: Typed[] };
    errors: Readonly<Record<string, string>>;
    setValue(name: 'offers', value: Typed[]): void;
    setErrors(change: (errors: Record<string, string>) => Record<string, string>): void;
  };
  index: number;
}

function OfferFields({ used: { values, errors, setValue, setErrors }, index }: FieldsProps) {
  const offer = values.offers[index] ?? blank;
  const put = <Field extends keyof Typed>(name: Field, value: Typed[Field]): void => {
    setValue(
      'offers',
      values.offers.map((one, at) => (at === index ? { ...one, [name]: value } : one)),
    );
    setErrors(({ [`offers.${index}.${name}`]: _solved, ...others }) => others);
  };
  const errorOf = (name: keyof Typed) => {
    const error = errors[`offers.${index}.${name}`];
    return { error, 'aria-invalid': error !== undefined };
  };
  const text = (name: Exclude<keyof Typed, 'conditions' | 'key'>) => ({
    ...errorOf(name),
    value: offer[name],
    onChange: (event: { currentTarget: { value: string } }) => put(name, event.currentTarget.value),
  });
  return (
    <>
      <OfferHead used={{ values, setValue, setErrors }} index={index} />
      <Select
        {...errorOf('kind')}
        label={offerLabels.kind}
        data={offerKinds.map((value) => ({ value, label: offerKindLabels[value] }))}
        value={offer.kind}
        onChange={(value) => put('kind', value ?? 'loan')}
      />
      <TextInput {...text('amount')} label={offerLabels.amount} inputMode="decimal" required />
      <TextInput {...text('termMonths')} label={offerLabels.termMonths} inputMode="numeric" />
      <TextInput {...text('apr')} label={offerLabels.apr} inputMode="decimal" />
      <Select
        {...errorOf('rateType')}
        label={offerLabels.rateType}
        data={rateTypes.map((value) => ({ value, label: rateTypeNames[value] }))}
        value={offer.rateType || null}
        onChange={(value) => put('rateType', value ?? '')}
        clearable
      />
      <TextInput
        {...text('monthlyPayment')}
        label={offerLabels.monthlyPayment}
        inputMode="decimal"
      />
      <TextInput
        {...text('fees')}
        label={offerLabels.fees}
        description={m.lenders_desk_offer_feesHelp()}
        inputMode="decimal"
      />
      <TextInput
        {...text('dealerFee')}
        label={offerLabels.dealerFee}
        description={m.lenders_desk_offer_dealerFeeHelp()}
        inputMode="decimal"
      />
      <DateField
        {...errorOf('expiresOn')}
        label={offerLabels.expiresOn}
        value={offer.expiresOn}
        onChange={(day) => put('expiresOn', day)}
        clearable
      />
      <TagsInput
        {...errorOf('conditions')}
        className={classes.wide ?? ''}
        label={offerLabels.conditions}
        description={m.lenders_desk_pressEnter()}
        value={offer.conditions}
        onChange={(conditions) => put('conditions', conditions)}
        splitChars={[]}
      />
    </>
  );
}

/** The number of an offer among several, and a button that removes it. */
function OfferHead({
  used: { values, setValue, setErrors },
  index,
}: {
  used: Omit<FieldsProps['used'], 'errors'>;
  index: number;
}) {
  if (values.offers.length < 2) return null;
  const remove = (): void => {
    setValue(
      'offers',
      values.offers.filter((_one, at) => at !== index),
    );
    setErrors(() => ({}));
  };
  return (
    <h3 className={`${classes.group} ${classes.wide}`}>
      {m.lenders_desk_offer_number({ number: index + 1 })}{' '}
      {index > 0 && (
        <PlainButton small onClick={remove}>
          {m.common_remove()}
        </PlainButton>
      )}
    </h3>
  );
}

const rateTypeNames = {
  fixed: m.lenders_desk_offer_fixed(),
  variable: m.lenders_desk_offer_variable(),
};
const offerLabels: Record<Exclude<keyof Typed, 'key'>, string> = {
  kind: m.lenders_desk_offer_kind(),
  amount: m.common_amount(),
  termMonths: m.lenders_desk_offer_term(),
  apr: m.lenders_desk_offer_apr(),
  rateType: m.lenders_desk_offer_rateType(),
  monthlyPayment: m.lenders_desk_offer_payment(),
  fees: m.lenders_desk_offer_fees(),
  dealerFee: m.lenders_desk_offer_dealerFee(),
  expiresOn: m.lenders_desk_offer_expiresOn(),
  conditions: m.lenders_desk_conditions(),
};
