import { useEffect, useRef, useState, type RefObject } from 'react';
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { isMessage, type LinkChannel } from '@lintel/contract/links/constants';
import { readNumber } from '@lintel/contract/core/numbers';
import { languages, languagesInEnglish } from '@lintel/contract/core/language';
import { newKey } from '../../lib/api/action-key.ts';
import { isNetworkError } from '../../lib/api/api-error.ts';
import { useDraftName } from '../../lib/form/form-draft.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { useSession } from '../../lib/session.ts';
import { failureText } from '../../lib/failure.ts';
import { MonthlyPayment } from '../../ui/monthly-payment.tsx';
import { RestoredLine } from '../../ui/restored-line.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import { CustomerField } from './customer-field.tsx';
import { MessageDetails } from './message-details.tsx';
import { customerLinksKey, sendLink, type Options, type SentLinkAnswer } from './requests.ts';
import type { SendRequest, SendValues } from './send-request.ts';
import type { sendRules } from './send-rules.ts';
import classes from './send-sheet.module.css';

/** Why sending failed, or why the sheet can't be filled in. */
export const sendFailure = (error: unknown): string =>
  isNetworkError(error) || !navigator.onLine ? m.links_send_offline() : failureText(error);

const loadRules = () => import('./send-rules.ts').then(({ sendRules }) => sendRules);

interface Props {
  request: SendRequest;
  /** Earlier input, restored for a retry. */
  again: SendValues | undefined;
  options: Options;
  onBusy(busy: boolean): void;
  onSent(shown: SentLinkAnswer, values: SendValues): void;
}

/** The recipient, the content, and the channel of a link. */
export function SendForm({ request, again, options, onBusy, onSent }: Props) {
  const client = useQueryClient();
  const session = useSession();
  const actionKey = useActionKey();
  const [failure, setFailure] = useState<string | null>(null);
  const draftName = useDraftName('link');
  // A known customer's data may have changed since, so keep only a new customer's.
  const isNew = [request.customerId, request.name, request.phone].every((one) => !one);
  const sending = useContractForm({
    ...(isNew && { draftName }),
    initial: again ?? initialValues(request, options),
    rules: loadRules,
    onSubmit: async (body, typed) => {
      setFailure(null);
      const shown = await sendLink({ body }, { key: actionKey(body) });
      await client.invalidateQueries({ queryKey: customerLinksKey(shown.link.customerId) });
      onSent(shown, typed);
    },
    onFailure: (error) => setFailure(sendFailure(error)),
  });
  const { values, setValue, reset, form, busy, errors, kept } = sending;
  // Preload the validation rules, so they work offline.
  useEffect(() => void loadRules().catch(() => undefined), []);
  useEffect(() => onBusy(busy), [busy, onBusy]);
  const { channel, asked } = values;
  const isOut = isMessage(channel) && options.left === 0;
  const noticeElement = useRef<HTMLDivElement>(null);
  useScrollIntoView(noticeElement, failure);
  return (
    <form {...form} className={classes.form} aria-label={m.common_sendLink()}>
      <RestoredLine kept={kept} />
      <CustomerField
        userId={session.user.id}
        values={values}
        error={errors.name}
        onName={(name) => setValue('name', name)}
        onCustomer={(customer) => reset({ ...values, ...customer })}
      />
      <LinkFields sending={sending} options={options} />
      <MonthlyPayment amount={readNumber(values.amount)} customerId={values.customerId} />
      <ChannelChoice
        value={channel}
        texts={options.texts}
        onChange={(value) => setValue('channel', value)}
      />
      {isMessage(channel) && (
        <MessageDetails
          userId={session.user.id}
          values={values}
          error={errors.asked}
          left={options.left}
          aDay={options.aDay}
          onAsked={(value) => setValue('asked', value)}
          onRemind={(value) => setValue('remind', value)}
        />
      )}
      {failure !== null && (
        <Alert ref={noticeElement} color="red" role="alert" tabIndex={-1}>
          {failure}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button type="submit" fullWidth loading={busy} disabled={isOut}>
          {buttonWords[channel]}
        </Button>
        {channel === 'text' && !asked && (
          <p className={classes.hint}>{m.links_send_confirmFirst()}</p>
        )}
      </div>
    </form>
  );
}

type SendFormState = ReturnType<typeof useContractForm<SendValues, typeof sendRules>>;

/** Contact details, content, language, and page. */
function LinkFields({
  sending: { values, errors, setValue, field },
  options: { pages },
}: {
  sending: SendFormState;
  options: Options;
}) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...field('phone')}
          label={m.common_mobilePhone()}
          type="tel"
          autoComplete="off"
        />
        <TextInput
          {...field('email')}
          label={m.common_email()}
          type="email"
          maxLength={250}
          autoComplete="off"
        />
        <TextInput
          {...field('amount')}
          label={m.links_send_amount()}
          inputMode="decimal"
          leftSection="$"
          maxLength={20}
          autoComplete="off"
        />
        <Select
          label={m.common_language()}
          data={languages.map((value) => ({ value, label: languagesInEnglish[value] }))}
          value={values.language}
          onChange={(value) => setValue('language', value === 'es' ? 'es' : 'en')}
        />
      </div>
      {pages.length > 1 && (
        <Select
          label={m.common_page()}
          data={pages.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(values.pageId)}
          error={errors.pageId}
          onChange={(value) => setValue('pageId', Number(value))}
        />
      )}
    </>
  );
}

const buttonWords: Record<LinkChannel, string> = {
  text: m.common_sendText(),
  email: m.common_sendEmail(),
  qr: m.links_send_showCode(),
  share: m.common_createLink(),
};

function initialValues(request: SendRequest, { pages, texts }: Options): SendValues {
  const { customerId, name = '', phone = '', email = '', amount, pageId } = request;
  return {
    customerId,
    name,
    phone,
    email,
    channel: texts && (phone !== '' || email === '') ? 'text' : email === '' ? 'qr' : 'email',
    amount: amount === undefined ? '' : String(amount),
    pageId: pageId ?? pages[0]?.id,
    language: 'en',
    asked: false,
    remind: false,
  };
}

/**
 * Returns the Idempotency-Key of a request body: retrying the same body is one call for the server,
 * even if its response was lost.
 */
function useActionKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const bodyText = JSON.stringify(body);
    if (last.current.body !== bodyText) last.current = { body: bodyText, key: newKey() };
    return last.current.key;
  };
}

/** Scrolls an error below the fold into view. */
function useScrollIntoView(element: RefObject<HTMLElement | null>, words: string | null): void {
  useEffect(() => {
    if (words !== null) element.current?.focus();
  }, [element, words]);
}
