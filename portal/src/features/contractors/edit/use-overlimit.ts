import { useState } from 'react';

interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

interface Question {
  teamUsers: readonly TeamUser[];
  settle(confirmed: boolean): void;
}

/** Asks whether the team users beyond a new limit may be deactivated. */
export function useOverlimit() {
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    question,
    confirm: (teamUsers: readonly TeamUser[]): Promise<boolean> =>
      new Promise((resolve) => {
        const settle = (confirmed: boolean): void => {
          setQuestion(null);
          resolve(confirmed);
        };
        setQuestion({ teamUsers, settle });
      }),
  };
}
export type OverlimitQuestion = Question;
