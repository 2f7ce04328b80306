import {
  Checkbox,
  MultiSelect,
  Radio,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import * as m from '#messages';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import type { DeskApplication } from '@lintel/contract/lender-desk/applications';
import { declineReasons, type DeclineCode } from '@lintel/contract/lenders/decline-reasons';
import { keysOf } from '@lintel/contract/core/map-values';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { formatMoney } from '../../../lib/format.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FormModal } from './form-modal.tsx';
import { sendAction, sendMoney } from './requests.ts';
import { useDeskForm } from './use-desk-form.ts';
import classes from '../lenders.module.css';

const actions = () => import('@lintel/contract/lender-desk/actions');

interface Props {
  application: DeskApplication;
  onClose(): void;
}

const wide = classes.wide ?? '';

/** The choice among offers; hidden for a single one. */
function OfferSelect({
  application,
  references,
  value,
  error,
  onChange,
}: {
  application: DeskApplication;
  references: readonly string[];
  value: string;
  error: string | undefined;
  onChange(reference: string): void;
}) {
  if (references.length < 2) return null;
  return (
    <Select
      className={wide}
      label={m.lenders_desk_offer_name()}
      data={application.offers
        .filter(({ reference }) => references.includes(reference))
        .map(({ reference, kind, amount }) => ({
          value: reference,
          label: `${offerKindLabels[kind]}, ${formatMoney(amount)}`,
        }))}
      value={value}
      error={error}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

export function DeclineModal({ application: { reference, seen }, onClose }: Props) {
  const used = useDeskForm({
    initial: { reasons: [] as DeclineCode[], otherReason: '', sendsNotice: false },
    rules: () => actions().then((module) => module.declineForm),
    send: (form, key) =>
      sendAction({ params: { reference }, body: { type: 'decline', seen, ...form } }, { key }),
    onClose,
  });
  const { values, errors, field, setValue } = used;
  const codes = keysOf(declineReasons);
  return (
    <FormModal
      title={m.lenders_desk_decline_title()}
      submit={m.lenders_desk_decline()}
      used={used}
      onClose={onClose}
    >
      <p className={`${classes.quiet} ${wide}`}>{m.lenders_desk_decline_help()}</p>
      <MultiSelect
        className={wide}
        label={m.lenders_desk_decline_reasons()}
        data={codes.map((value) => ({ value, label: declineReasons[value].en }))}
        value={values.reasons}
        error={errors['reasons']}
        aria-invalid={errors['reasons'] !== undefined}
        onChange={(chosen) =>
          setValue(
            'reasons',
            codes.filter((one) => chosen.includes(one)),
          )
        }
        searchable
        required
        data-autofocus
      />
      {values.reasons.includes('other') && (
        <TextInput
          {...field('otherReason')}
          className={wide}
          label={m.lenders_desk_decline_other()}
          required
        />
      )}
      <Checkbox
        className={wide}
        label={m.lenders_desk_decline_ownNotice()}
        checked={values.sendsNotice}
        onChange={(event) => setValue('sendsNotice', event.currentTarget.checked)}
      />
    </FormModal>
  );
}

export function RequestModal({ application, onClose }: Props) {
  const { reference, seen, may } = application;
  const used = useDeskForm({
    initial: { offer: may.request[0] ?? '', documents: [] as string[], how: '', until: '' },
    rules: () => actions().then((module) => module.requestForm),
    send: (form, key) =>
      sendAction({ params: { reference }, body: { type: 'request', seen, ...form } }, { key }),
    onClose,
  });
  const { values, errors, field, setValue } = used;
  return (
    <FormModal
      title={m.lenders_desk_request()}
      submit={m.lenders_desk_request_send()}
      used={used}
      onClose={onClose}
    >
      <OfferSelect
        application={application}
        references={may.request}
        value={values.offer}
        error={errors['offer']}
        onChange={(offer) => setValue('offer', offer)}
      />
      <TagsInput
        className={wide}
        label={m.lenders_desk_request_documents()}
        description={m.lenders_desk_pressEnter()}
        value={values.documents}
        error={errors['documents'] ?? errors['documents.0']}
        aria-invalid={errors['documents'] !== undefined}
        onChange={(documents) => setValue('documents', documents)}
        splitChars={[]}
        required
        data-autofocus
      />
      <TextInput
        {...field('how')}
        className={wide}
        label={m.lenders_desk_request_how()}
        description={m.lenders_desk_request_howHelp()}
      />
      <DateField
        label={m.lenders_desk_request_until()}
        value={values.until}
        error={errors['until']}
        onChange={(day) => setValue('until', day)}
        clearable
      />
    </FormModal>
  );
}

export function ApproveModal({ application, onClose }: Props) {
  const { reference, seen, may } = application;
  const used = useDeskForm({
    initial: { offer: may.approve[0] ?? '', isFinal: true, conditions: [] as string[] },
    rules: () => actions().then((module) => module.approveForm),
    send: (form, key) =>
      sendAction({ params: { reference }, body: { type: 'approve', seen, ...form } }, { key }),
    onClose,
  });
  const { values, errors, setValue } = used;
  return (
    <FormModal
      title={m.lenders_desk_approve()}
      submit={m.lenders_desk_approve()}
      used={used}
      onClose={onClose}
    >
      <OfferSelect
        application={application}
        references={may.approve}
        value={values.offer}
        error={errors['offer']}
        onChange={(offer) => setValue('offer', offer)}
      />
      <Radio.Group
        className={wide}
        label={m.lenders_desk_approve_kind()}
        value={values.isFinal ? 'final' : 'conditional'}
        onChange={(value) => setValue('isFinal', value === 'final')}
      >
        <Radio mt="xs" value="final" label={m.lenders_desk_approve_final()} data-autofocus />
        <Radio mt="xs" value="conditional" label={m.lenders_desk_approve_conditional()} />
      </Radio.Group>
      {!values.isFinal && (
        <TagsInput
          className={wide}
          label={m.lenders_desk_conditions()}
          description={m.lenders_desk_pressEnter()}
          value={values.conditions}
          error={errors['conditions'] ?? errors['conditions.0']}
          aria-invalid={errors['conditions'] !== undefined}
          onChange={(conditions) => setValue('conditions', conditions)}
          splitChars={[]}
          required
        />
      )}
    </FormModal>
  );
}

export function FundModal({ application, onClose }: Props) {
  const { reference, seen, may, offers } = application;
  const first = offers.find((offer) => may.fund.includes(offer.reference));
  const used = useDeskForm({
    initial: {
      offer: first?.reference ?? '',
      amount: first === undefined || first.funded !== null ? '' : String(first.amount),
      stage: '',
      fundedOn: dayInZone(new Date()),
    },
    rules: () => actions().then((module) => module.fundForm),
    send: (form, key) =>
      sendMoney({ params: { reference }, body: { type: 'fund', seen, ...form } }, { key }),
    onClose,
  });
  const { values, errors, field, setValue } = used;
  return (
    <FormModal
      title={m.lenders_desk_fund()}
      submit={m.lenders_desk_fund()}
      used={used}
      onClose={onClose}
    >
      <OfferSelect
        application={application}
        references={may.fund}
        value={values.offer}
        error={errors['offer']}
        onChange={(offer) => setValue('offer', offer)}
      />
      <TextInput
        {...field('amount')}
        label={m.common_amount()}
        inputMode="decimal"
        required
        data-autofocus
      />
      <DateField
        label={m.lenders_desk_fund_on()}
        value={values.fundedOn}
        error={errors['fundedOn']}
        onChange={(day) => setValue('fundedOn', day)}
        required
      />
      <TextInput
        {...field('stage')}
        className={wide}
        label={m.lenders_desk_fund_stage()}
        description={m.lenders_desk_fund_stageHelp()}
      />
    </FormModal>
  );
}

export function ReverseModal({ application, onClose }: Props) {
  const { reference, seen, may } = application;
  const used = useDeskForm({
    initial: { offer: may.reverse[0] ?? '', amount: '', reason: '' },
    rules: () => actions().then((module) => module.reverseForm),
    send: (form, key) =>
      sendMoney({ params: { reference }, body: { type: 'reverse', seen, ...form } }, { key }),
    onClose,
  });
  const { values, errors, field, setValue } = used;
  return (
    <FormModal
      title={m.lenders_desk_reverse()}
      submit={m.lenders_desk_reverse_submit()}
      used={used}
      onClose={onClose}
    >
      <p className={`${classes.quiet} ${wide}`}>{m.lenders_desk_reverse_help()}</p>
      <OfferSelect
        application={application}
        references={may.reverse}
        value={values.offer}
        error={errors['offer']}
        onChange={(offer) => setValue('offer', offer)}
      />
      <TextInput
        {...field('amount')}
        label={m.common_amount()}
        inputMode="decimal"
        required
        data-autofocus
      />
      <Textarea {...field('reason')} className={wide} label={m.common_reason()} autosize />
    </FormModal>
  );
}

/** Rejects a document, with the reason that the homeowner sees. */
export function RejectModal({
  application: { reference, seen },
  about,
  onClose,
}: Props & { about: { offer: string; request: string; document: string } }) {
  const used = useDeskForm({
    initial: { ...about, isAccepted: false, reason: '' },
    rules: () => actions().then((module) => module.decideDocumentForm),
    send: (form, key) =>
      sendAction(
        { params: { reference }, body: { type: 'decide-document', seen, ...form } },
        { key },
      ),
    onClose,
  });
  return (
    <FormModal
      title={m.lenders_desk_document_rejectTitle()}
      submit={m.lenders_desk_document_reject()}
      used={used}
      onClose={onClose}
    >
      <TextInput
        {...used.field('reason')}
        className={wide}
        label={m.lenders_desk_document_reason()}
        description={m.lenders_desk_document_reasonHelp()}
        required
        data-autofocus
      />
    </FormModal>
  );
}
