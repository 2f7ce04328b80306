import { useEffect } from 'react';
import { serviceAgreement } from '@lintel/contract/contractors-agreement';
import type { Session } from '@lintel/contract/identity';
import { AgreementStep } from './agreement-step.tsx';
import { OnboardingModal } from './onboarding-modal.tsx';
import { QuizStep } from './quiz-step.tsx';
import { WaitingPage } from './waiting-page.tsx';

interface Props {
  session: Session;
  onLogOut: () => void;
}

/**
 * Stands in for the portal until a contractor user has accepted the agreement and, after that,
 * answered the questions.
 */
export function Onboarding({ session, onLogOut }: Props) {
  const { needConfirmProviderAgreement: agreement, needQuiz: quiz, user, contractor } = session;
  useEffect(returnFocus, []);
  return (
    <>
      <WaitingPage firstname={user.firstname} left={agreement && quiz ? 2 : 1} />
      {agreement ? (
        <OnboardingModal
          title={serviceAgreement.title}
          progress={quiz ? 'Step 1 of 2' : null}
          size={720}
        >
          <AgreementStep onLogOut={onLogOut} />
        </OnboardingModal>
      ) : (
        contractor !== null && (
          <OnboardingModal
            title="Help us learn about your business"
            progress="Step 2 of 2"
            size={560}
          >
            <QuizStep contractorId={contractor.id} onLogOut={onLogOut} />
          </OnboardingModal>
        )
      )}
    </>
  );
}

/** Once the modal is gone, the focus goes to the page that has opened in its place. */
function returnFocus(): () => void {
  const page = document.getElementById('content');
  return () =>
    void requestAnimationFrame(() => page?.isConnected && page.focus({ preventScroll: true }));
}
