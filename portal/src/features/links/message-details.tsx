import { Alert, Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { askedForText, sendProblems } from '@lintel/contract/links/constants';
import { phoneDigits, phonePattern } from '@lintel/contract/core/field-rules';
import { previewQuery, type Preview } from './requests.ts';
import type { SendValues } from './send-request.ts';
import classes from './send-sheet.module.css';

interface Props {
  userId: number;
  values: SendValues;
  /** The error of the consent check box. */
  error: string | undefined;
  left: number;
  aDay: number;
  onAsked(asked: boolean): void;
  onRemind(remind: boolean): void;
}

/** Show the number of remaining messages at or below this. */
const few = 20;

/** A preview of the message, and the required consent. */
export function MessageDetails({ userId, values, error, left, aDay, onAsked, onRemind }: Props) {
  const { channel, asked, remind } = values;
  const preview = usePreview(userId, values);
  const problem = preview?.problem ?? null;
  return (
    <div className={classes.details}>
      {channel === 'text' && preview !== undefined && preview.words !== '' && (
        <figure className={classes.words}>
          <figcaption>{m.links_details_textSays()}</figcaption>
          <blockquote>{preview.words}</blockquote>
        </figure>
      )}
      {problem !== null && (
        <Alert color="orange" role="status">
          {sendProblems[problem]}
        </Alert>
      )}
      {preview?.leavesAt != null && (
        <p className={classes.hint} role="status">
          {m.links_details_night()}
        </p>
      )}
      {channel === 'text' && (
        <Checkbox
          label={askedForText}
          checked={asked}
          error={error}
          onChange={(event) => onAsked(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={m.links_details_remind()}
        checked={remind}
        onChange={(event) => onRemind(event.currentTarget.checked)}
      />
      {left === 0 ? (
        <Alert color="orange" role="status">
          {m.links_details_noneLeft({ count: aDay })}
        </Alert>
      ) : (
        left <= few && (
          <p className={classes.hint}>
            {left === 1 ? m.links_details_oneLeft() : m.links_details_manyLeft({ count: left })}
          </p>
        )
      )}
    </div>
  );
}

/** The server's preview; undefined until the number or address is valid. */
function usePreview(userId: number, values: SendValues): Preview | undefined {
  const { customerId, channel, language, pageId } = values;
  const digits = phoneDigits(values.phone);
  const phone = phonePattern.test(digits) ? digits : '';
  const email = /^\S+@\S+\.\S+$/.test(values.email.trim()) ? values.email.trim() : '';
  const typed = Number(values.amount.replace(/[$,\s]/g, ''));
  const amount = typed >= 1000 && typed <= 150_000 ? typed : null;
  const [body] = useDebouncedValue(
    JSON.stringify({ customerId, channel, language, pageId, phone, email, amount }),
    300,
  );
  return useQuery(previewQuery(userId, JSON.parse(body))).data;
}
