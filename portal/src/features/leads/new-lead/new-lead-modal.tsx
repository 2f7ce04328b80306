import type { ClipboardEvent } from 'react';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { formatPhone } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import { digitsIn, MaskedInput } from '../../../ui/masked-input.tsx';
import { groupPhone } from '../../../ui/phone-field.tsx';
import type { LeadChoices } from './lead-choices.ts';
import { OriginFields } from './origin-fields.tsx';
import { useLeadForm, type LeadAnswer, type LeadForm } from './use-lead-form.ts';
import classes from './new-lead.module.css';

interface Props {
  choices: LeadChoices;
  onClose(): void;
}

/** The new lead form: contact, origin, and owner. */
export function NewLeadModal({ choices, onClose }: Props) {
  const used = useLeadForm({ choices, onCreated: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { line, form, busy, duplicate, clearDuplicate } = used;
  const close = (): void => leave(used, onClose);
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={m.leads_newLead_title()}
        size={720}
        fullScreen={narrow}
        closeOnClickOutside={false}
      >
        <form {...form}>
          <div className={classes.fields}>
            <TextInput
              {...line('firstName')}
              label={m.common_firstName()}
              autoComplete="off"
              data-autofocus
            />
            <TextInput {...line('lastName')} label={m.common_lastName()} autoComplete="off" />
            <LeadPhoneField used={used} />
            <TextInput
              {...line('email')}
              label={m.common_email()}
              type="email"
              autoComplete="off"
            />
            <TextInput
              {...line('companyName')}
              className={classes.wide ?? ''}
              label={m.common_companyName()}
              autoComplete="off"
            />
            <OriginFields used={used} choices={choices} />
          </div>
          <FormActions submit={m.leads_newLead_created()} busy={busy} onCancel={close} />
        </form>
      </Modal>
      {duplicate !== null && <LeadInfo answer={duplicate} onClose={clearDuplicate} />}
    </>
  );
}

/** Closes the form, except while it is being sent or its answer is still unread. */
function leave({ duplicate, dirty, busy }: LeadForm, onClose: () => void): void {
  if (duplicate !== null || busy) return;
  void closeForm(onClose, {
    dirty,
    lost: m.common_unsavedChanges(),
    title: m.leads_newLead_discard(),
  });
}

const isPhone = (value: string): boolean => /^\d{10}$/.test(value);

/** The existing data of a lead that is already known. */
function LeadInfo({
  answer: { message, field = '', leadId, leadUrl, companyName },
  onClose,
}: {
  answer: LeadAnswer;
  onClose(): void;
}) {
  const link = leadId !== null && (
    <a
      className={classes.link}
      href={leadUrl ?? `/manage/leads/${leadId}`}
      target="_blank"
      rel="noreferrer"
    >
      {m.leads_newLead_created_title({ leadId })}
      <IconExternalLink size={14} aria-label={m.common_newTab()} />
    </a>
  );
  const matches =
    field === ''
      ? []
      : [[m.leads_newLead_duplicate(), isPhone(field) ? formatPhone(field) : field] as const];
  return (
    <Modal opened onClose={onClose} title={m.leads_newLead_info()} size={440} zIndex={300}>
      <Text mb="md">{message}</Text>
      <Facts
        facts={[
          ...matches,
          link ? [m.leads_newLead_inCrm(), link] : [m.common_company(), companyName],
        ]}
      />
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {m.common_ok()}
        </Button>
      </Group>
    </Modal>
  );
}

const digits = 10;

/** A United States phone number. A paste keeps its last ten digits, which drops a country code. */
function LeadPhoneField({ used }: { used: LeadForm }) {
  const { name, value, error, 'aria-invalid': invalid, onBlur } = used.field('phone');
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    used.setValue('phone', digitsIn(event.clipboardData.getData('text')).slice(-digits));
  };
  return (
    <MaskedInput
      value={value}
      show={groupPhone}
      read={digitsIn}
      onChange={(typed) => used.setValue('phone', typed)}
      onPaste={onPaste}
      name={name}
      error={error}
      aria-invalid={invalid}
      onBlur={onBlur}
      label={m.common_phone()}
      type="tel"
      inputMode="numeric"
      autoComplete="off"
      leftSection={<span className={classes.prefix}>+1</span>}
      leftSectionPointerEvents="none"
    />
  );
}
