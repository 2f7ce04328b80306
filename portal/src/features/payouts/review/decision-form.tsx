import { useState, type FormEvent } from 'react';
import { Button, Checkbox, Radio, Text, Textarea } from '@mantine/core';
import * as m from '#messages';
import { w9States } from '@lintel/contract/payouts/constants';
import type { ReviewedW9 } from '@lintel/contract/payouts/w9';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useDraftName, useDraftSaving, useFormDraft } from '../../../lib/form/form-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { saveReview, w9Key, type Decision } from './w9-calls.ts';
import classes from './w9-review.module.css';

interface Props {
  contractorId: number;
  form: ReviewedW9;
  onSaved: () => void;
}

/** The message of a field error, otherwise the general one. */
const failureText = (error: unknown): string =>
  error instanceof ApiError
    ? (Object.values(error.fields)[0] ?? errorMessage(error))
    : errorMessage(error);

/** The reviewer's decision. A rejection by the server appears in red. */
export function DecisionForm({ contractorId, form, onSaved }: Props) {
  const [base] = useState(() => ({ reason: form.reason }));
  const draftName = useDraftName(`w9.${contractorId}.${form.version}.reason`);
  const before = useFormDraft(draftName, base);
  const [decision, setDecision] = useState<Decision>(() => ({
    ...startDecision(form),
    // A kept reason belongs to a rejection.
    ...(before && { status: 'Rejected', reason: before.values.reason }),
  }));
  const kept = useDraftSaving(
    draftName,
    { values: { reason: decision.reason }, base },
    before !== null,
  );
  const change = (part: Partial<Decision>): void => setDecision((now) => ({ ...now, ...part }));
  const { run, busy, error } = useAction({
    call: () => saveReview(contractorId, form.version, decision),
    successToast: ({ message }) => message,
    refresh: [w9Key],
    onDone: () => {
      kept.remove();
      onSaved();
    },
    onFailure: 'shown in place',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  return (
    <form className={classes.decision} onSubmit={submit}>
      <Choices decision={decision} mayChooseSkip={form.differences.length > 0} onChange={change} />
      {error !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {failureText(error)}
        </Text>
      )}
      <Button type="submit" loading={busy}>
        {m.common_save()}
      </Button>
    </form>
  );
}

const startDecision = ({ status, skipDifferences, reason }: ReviewedW9): Decision => ({
  status: status === 'Not found' ? 'Pending' : status,
  skipDifferences,
  reason,
});

interface ChoicesProps {
  decision: Decision;
  /** The form differs from the contractor's data. */
  mayChooseSkip: boolean;
  onChange: (part: Partial<Decision>) => void;
}

const Choices = ({
  decision: { status, skipDifferences, reason },
  mayChooseSkip,
  onChange,
}: ChoicesProps) => (
  <>
    <Radio.Group
      label={m.common_status()}
      value={status}
      onChange={(value) => onChange({ status: value })}
    >
      <div className={classes.options}>
        {w9States.map((one) => (
          <Radio key={one} value={one} label={one} />
        ))}
      </div>
    </Radio.Group>
    <Checkbox
      label={m.payouts_review_skipDifferences()}
      description={mayChooseSkip ? m.payouts_review_namesDiffer() : m.payouts_review_namesMatch()}
      checked={skipDifferences}
      disabled={!mayChooseSkip}
      onChange={(event) => onChange({ skipDifferences: event.currentTarget.checked })}
    />
    {status === 'Rejected' && (
      <Textarea
        label={m.common_reason()}
        description={m.payouts_review_noteHelp()}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
    )}
  </>
);
