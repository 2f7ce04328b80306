import type { FormEvent } from 'react';
import { Alert, Button, Modal, Textarea, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { askQuestion as spec } from '@lintel/contract/training/library';
import { trainingMessages } from '@lintel/contract/training/constants';
import { newKey } from '../../lib/api/action-key.ts';
import { call } from '../../lib/api/call.ts';
import { useSession } from '../../lib/session.ts';
import { toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconAlertTriangle, IconSend } from '../../ui/icons.ts';
import { emptyDraft, type QuestionDraft } from './question-draft.ts';
import classes from './training.module.css';

/** Sends a question to the support. The form shows failures itself. */
const askQuestion = call<typeof spec>(
  { method: 'POST', path: '/materials/ask-question', encoding: 'multipart' },
  { handles: [403, 500] },
);

interface Props {
  draft: QuestionDraft;
  onDraft(draft: QuestionDraft): void;
  onClose(): void;
}

const failure = m.common_error_unexpected();

/** A question for the support. Input survives a failure and closing the form. */
export function QuestionModal(props: Props) {
  const form = useQuestionForm(props);
  const isEmpty = props.draft.question.trim() === '';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isEmpty) void form.run();
  };
  return (
    <Modal opened onClose={props.onClose} title={m.training_ask_title()} size={560}>
      <form className={classes.form} onSubmit={send}>
        <Fields {...props} />
        {form.error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {failure}
          </Alert>
        )}
        <div className={classes.buttons}>
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={form.busy}
            disabled={isEmpty}
          >
            {m.training_ask_send()}
          </Button>
          <Button variant="default" onClick={props.onClose} disabled={form.busy}>
            {m.common_cancel()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Sends the question for the current account. */
function useQuestionForm({ draft, onDraft, onClose }: Props) {
  const { contractor, user } = useSession();
  const { subject, question, key } = draft;
  return useAction({
    call: () =>
      askQuestion(
        { body: { contractorId: contractor?.id, userId: user.id, question, subject } },
        { key },
      ),
    successToast: () => [trainingMessages.questionSent, 'success', toastLife.long],
    onDone: () => {
      onDraft(emptyDraft());
      onClose();
    },
    onFailure: 'shown in place',
  });
}

function Fields({ draft, onDraft }: Pick<Props, 'draft' | 'onDraft'>) {
  const { user } = useSession();
  const change = (part: Partial<QuestionDraft>): void =>
    onDraft({ ...draft, ...part, key: newKey() });
  return (
    <>
      <TextInput
        label={m.common_subject()}
        value={draft.subject}
        maxLength={255}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={m.training_ask_question()}
        description={m.training_ask_help({ email: user.email })}
        data-autofocus
        required
        rows={7}
        resize="vertical"
        maxLength={5000}
        value={draft.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
    </>
  );
}
