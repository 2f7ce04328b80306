import { useState } from 'react';
import { Alert, Button, Checkbox, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { languages, languagesInEnglish, type Language } from '@lintel/contract/core/language';
import {
  documentTextLimits as limits,
  type DocumentWay,
} from '@lintel/contract/documents/constants';
import { askedForText } from '@lintel/contract/links/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { useDraftName, useDraftSaving, useFormDraft } from '../../../lib/form/form-draft.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/failure.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { documentName } from '../document-labels.tsx';
import { documentsKey } from '../requests.ts';
import { savePdf, sendDocument } from './requests.ts';
import classes from './document.module.css';

const rules = () =>
  import('@lintel/contract/documents/documents').then(({ sendDocument: { body } }) => body);

interface Values {
  version: number;
  by: DocumentWay;
  email: string;
  phone: string;
  asked: boolean;
  message: string;
  language: Language;
}

const channels: { value: DocumentWay; label: string }[] = [
  { value: 'email', label: m.common_email() },
  { value: 'text', label: m.documents_byText() },
  { value: 'link', label: m.documents_byLink() },
  { value: 'hand', label: m.documents_onPaper() },
];

const submitWords: Record<DocumentWay, string> = {
  email: m.common_sendEmail(),
  text: m.common_sendText(),
  link: m.common_createLink(),
  hand: m.documents_send_savePdf(),
};

interface Props {
  document: FullDocument;
  userId: number;
  onClose(): void;
}

/** Sends a document to its customer. */
export function SendModal(props: Props) {
  const { document, onClose } = props;
  const [sent, setSent] = useState<FullDocument | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.documents_send_title({ name: documentName(document) })}
      closeOnClickOutside={false}
    >
      {sent?.link == null ? (
        <SendForm {...props} onLink={setSent} />
      ) : (
        <div className={classes.form}>
          <p className={classes.modalText}>
            {document.kind === 'estimate'
              ? m.documents_send_linkEstimate()
              : m.documents_send_linkInvoice()}
          </p>
          <CopyField label={m.documents_customerLink()} value={sent.link.url} />
          <Share url={sent.link.url} title={documentName(sent)} />
          <Button variant="default" onClick={onClose}>
            {m.common_done()}
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** The phone's share sheet, if available. */
function Share({ url, title }: { url: string; title: string }) {
  if (typeof navigator.share !== 'function') return null;
  return (
    <Button
      // Closing the share sheet is the user's decision, not a failure.
      onClick={() => void navigator.share({ url, title }).catch(() => undefined)}
    >
      {m.documents_send_share()}
    </Button>
  );
}

const noMessage = { message: '' };

function SendForm({
  document,
  userId,
  onClose,
  onLink,
}: Props & { onLink(sent: FullDocument): void }) {
  const { id, version, content } = document;
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  // Restores only the message, because the recipient may have changed since.
  const draftName = useDraftName(`document.${id}.message`);
  const before = useFormDraft(draftName, noMessage);
  const initial: Values = {
    version,
    by: content.customer.email === '' ? 'link' : 'email',
    email: content.customer.email,
    phone: content.customer.phone,
    asked: false,
    message: before?.values.message ?? '',
    language: 'en',
  };
  const sending = useContractForm({
    initial,
    rules,
    onSubmit: async (_read, typed) => {
      setFailure(null);
      // Shows other users' changes before sending.
      const sent = await sendDocument({ params: { id }, body: { ...typed, version } });
      formDraft.remove();
      await client.invalidateQueries({ queryKey: documentsKey });
      if (typed.by === 'link') return onLink(sent);
      if (typed.by === 'email') showToast(m.documents_send_emailSent());
      else if (typed.by === 'text') showToast(m.documents_send_textSent());
      else await savePdf(sent, userId);
      onClose();
    },
    onFailure: (error) => {
      setFailure(failureText(error));
      void client.invalidateQueries({ queryKey: documentsKey });
    },
  });
  const { form, values, setValue, busy } = sending;
  const { message } = values;
  const formDraft = useDraftSaving(
    draftName,
    { values: { message }, base: noMessage },
    before !== null,
  );
  return (
    <form {...form} className={classes.form}>
      <OptionPills
        label={m.documents_send_channel()}
        options={channels}
        value={values.by}
        onChange={(by) => setValue('by', by)}
      />
      <Receiver sending={sending} />
      <p className={classes.modalText}>{helpText(document, values.by)}</p>
      {failure !== null && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <FormActions submit={submitWords[values.by]} busy={busy} onCancel={onClose} />
    </form>
  );
}

type SendFormState = ReturnType<typeof useContractForm<Values, Awaited<ReturnType<typeof rules>>>>;

/** The recipient, and the required explanation or confirmation. */
function Receiver({ sending: { field, values, errors, setValue } }: { sending: SendFormState }) {
  return (
    <>
      {values.by === 'email' && (
        <>
          <TextInput
            {...field('email')}
            label={m.common_to()}
            type="email"
            required
            maxLength={250}
            autoComplete="off"
          />
          <Textarea
            {...field('message')}
            label={m.documents_send_message()}
            maxLength={limits.message}
            rows={4}
          />
        </>
      )}
      {values.by === 'text' && (
        <>
          <PhoneField
            label={m.common_mobilePhone()}
            field={field('phone')}
            required
            value={values.phone}
            onChange={(phone) => setValue('phone', phone)}
          />
          <Checkbox
            label={askedForText}
            checked={values.asked}
            error={errors['asked']}
            aria-invalid={errors['asked'] !== undefined}
            onChange={(event) => setValue('asked', event.currentTarget.checked)}
          />
        </>
      )}
      {(values.by === 'email' || values.by === 'text') && (
        <Select
          label={m.common_language()}
          data={languages.map((value) => ({ value, label: languagesInEnglish[value] }))}
          value={values.language}
          error={errors['language']}
          onChange={(value) => setValue('language', value === 'es' ? 'es' : 'en')}
        />
      )}
    </>
  );
}

function helpText({ number, sentRevision }: FullDocument, by: DocumentWay): string {
  if (number === null) return m.documents_send_numberNote();
  if (sentRevision !== null && by === 'link') return m.documents_send_sameLink();
  return m.documents_send_pdfNote();
}
