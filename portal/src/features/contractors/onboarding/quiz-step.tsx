import { useState, type FormEvent } from 'react';
import { Button, Select } from '@mantine/core';
import * as m from '#messages';
import type { answerQuiz } from '@lintel/contract/contractors/onboarding';
import { quizQuestions } from '@lintel/contract/contractors/quiz';
import { call } from '../../../lib/api/call.ts';
import { StepFoot, useStep, useStepDone } from './step-foot.tsx';
import classes from './onboarding.module.css';

/** Sends the answers. The modal itself shows every failure. */
const postQuiz = call<typeof answerQuiz>(
  { method: 'POST', path: '/contractor/{id}/quiz', encoding: 'multipart' },
  { handles: [500] },
);

interface Props {
  contractorId: number;
  onLogOut: () => void;
}

/** The three questions about the contractor's business. */
export function QuizStep({ contractorId, onLogOut }: Props) {
  const { chosenAnswers, answer, busy, complete, send } = useAnswers(contractorId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete && !busy) void send();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.questions}>
        <p className={classes.lead}>{m.contractors_quiz_text()}</p>
        {quizQuestions.map(({ question, answers }) => (
          <Select
            key={question}
            label={question}
            placeholder={m.contractors_quiz_placeholder()}
            data={[...answers]}
            value={chosenAnswers[question] ?? null}
            onChange={(picked) => answer(question, picked)}
            size="md"
            required
            withAsterisk
            disabled={busy}
            comboboxProps={{ hideDetached: false }}
          />
        ))}
      </div>
      <StepFoot onLogOut={onLogOut}>
        <Button type="submit" size="md" disabled={!complete} loading={busy}>
          {m.common_submit()}
        </Button>
      </StepFoot>
    </form>
  );
}

function useAnswers(contractorId: number) {
  const done = useStepDone();
  const [answers, setChosenAnswers] = useState<Record<string, string | null>>({});
  const quiz = quizQuestions.flatMap(({ question }) => {
    const picked = answers[question];
    return picked ? [{ question, answer: picked }] : [];
  });
  const { busy, run } = useStep({
    call: () => postQuiz({ params: { id: contractorId }, body: { contractorId, quiz } }),
    onDone: () => done('needQuiz'),
    // A coworker has answered in the meantime, so there are no questions left.
    onConflict: () => done('needQuiz'),
  });
  return {
    chosenAnswers: answers,
    answer: (question: string, picked: string | null) =>
      setChosenAnswers((before) => ({ ...before, [question]: picked })),
    busy,
    complete: quiz.length === quizQuestions.length,
    send: run,
  };
}
