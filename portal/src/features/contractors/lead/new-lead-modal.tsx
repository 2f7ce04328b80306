import { Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import type { LeadChoices } from './api/lead-choices.ts';
import { LeadInfo } from './lead-info.tsx';
import { LeadPhoneField } from './lead-phone-field.tsx';
import { OriginFields } from './origin-fields.tsx';
import { useLeadForm, type LeadForm } from './use-lead-form.ts';
import classes from './lead.module.css';

interface Props {
  choices: LeadChoices;
  onClose(): void;
}

/** Enters a lead: who it is, where it came from, who looks after it. */
export function NewLeadModal({ choices, onClose }: Props) {
  const used = useLeadForm({ choices, onCreated: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { line, form, busy, known, forgetKnown } = used;
  const close = (): void => leave(used, onClose);
  return (
    <>
      <Modal
        opened
        onClose={close}
        title="New lead"
        size={720}
        fullScreen={narrow}
        closeOnClickOutside={false}
      >
        <form {...form}>
          <div className={classes.fields}>
            <TextInput
              {...line('firstName')}
              label="First name"
              autoComplete="off"
              data-autofocus
            />
            <TextInput {...line('lastName')} label="Last name" autoComplete="off" />
            <LeadPhoneField used={used} />
            <TextInput {...line('email')} label="E-mail" type="email" autoComplete="off" />
            <TextInput
              {...line('companyName')}
              className={classes.wide ?? ''}
              label="Company name"
              autoComplete="off"
            />
            <OriginFields used={used} choices={choices} />
          </div>
          <FormActions submit="Create lead" busy={busy} onCancel={close} />
        </form>
      </Modal>
      {known !== null && <LeadInfo answer={known} onClose={forgetKnown} />}
    </>
  );
}

/** Closes the form, unless it is being sent or its answer waits to be read. */
function leave({ known, dirty, busy }: LeadForm, onClose: () => void): void {
  if (known !== null || busy) return;
  void closeForm(onClose, {
    dirty,
    lost: 'What you entered is not saved.',
    title: 'Discard this lead?',
  });
}
