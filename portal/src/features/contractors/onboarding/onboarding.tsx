import { useEffect, useRef, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import * as m from '#messages';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import type { Session } from '@lintel/contract/identity/sessions';
import { AgreementStep } from './agreement-step.tsx';
import { QuizStep } from './quiz-step.tsx';
import classes from './onboarding.module.css';
import waitingClasses from './waiting-page.module.css';

const cards = ['page', 'payment', 'applications', 'payout', 'tax'];

/** The background of the modal: a welcome and an outline of the dashboard. */
function WaitingPage({ firstname, left }: { firstname: string; left: number }) {
  return (
    <>
      <h1 className={waitingClasses.title}>{m.contractors_onboarding_welcome({ firstname })}</h1>
      <p className={waitingClasses.lead}>
        {left === 1 ? m.contractors_onboarding_oneStep() : m.contractors_onboarding_twoSteps()}
      </p>
      <div className={waitingClasses.sketch} aria-hidden>
        {cards.map((name) => (
          <div key={name} className={waitingClasses.card} data-card={name}>
            <i />
            <b />
            <b />
            <u />
          </div>
        ))}
      </div>
    </>
  );
}

interface OnboardingModalProps {
  title: string;
  /** The progress, such as "Step 1 of 2"; null with a single step. */
  progress: string | null;
  size: number;
  children: ReactNode;
}

const keepOpen = (): void => undefined;
const classNames = {
  root: classes.root ?? '',
  content: classes.content ?? '',
  body: classes.body ?? '',
  title: classes.title ?? '',
};

/** A modal that closes only when its step is complete. */
function OnboardingModal({ title, progress, size, children }: OnboardingModalProps) {
  return (
    <Modal.Root
      opened
      onClose={keepOpen}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={size}
      yOffset="clamp(12px, 3dvh, 40px)"
      transitionProps={{ duration: 0 }}
      classNames={classNames}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <div className={classes.header}>
          {progress !== null && <p className={classes.progress}>{progress}</p>}
          <StepTitle key={title} title={title} />
        </div>
        <Modal.Body p={0}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Each step starts with the focus on its title. */
function StepTitle({ title }: { title: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <Modal.Title ref={ref} tabIndex={-1} data-autofocus>
      {title}
    </Modal.Title>
  );
}

interface OnboardingProps {
  session: Session;
  onLogOut: () => void;
}

/**
 * Replaces the portal until a contractor user has accepted the agreement and then answered the
 * questions.
 */
export function Onboarding({ session, onLogOut }: OnboardingProps) {
  const { needConfirmProviderAgreement: agreement, needQuiz: quiz, user, contractor } = session;
  useEffect(returnFocus, []);
  return (
    <>
      <WaitingPage firstname={user.firstname} left={agreement && quiz ? 2 : 1} />
      {agreement ? (
        <OnboardingModal
          title={serviceAgreement.title}
          progress={quiz ? m.contractors_onboarding_step1() : null}
          size={720}
        >
          <AgreementStep onLogOut={onLogOut} />
        </OnboardingModal>
      ) : (
        contractor !== null && (
          <OnboardingModal
            title={m.contractors_quiz_title()}
            progress={m.contractors_onboarding_step2()}
            size={560}
          >
            <QuizStep contractorId={contractor.id} onLogOut={onLogOut} />
          </OnboardingModal>
        )
      )}
    </>
  );
}

/** After the modal closes, moves the focus to the page that opens. */
function returnFocus(): () => void {
  const page = document.getElementById('content');
  return () =>
    void requestAnimationFrame(() => page?.isConnected && page.focus({ preventScroll: true }));
}
