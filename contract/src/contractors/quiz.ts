/** The questions for a new contractor, in order. */
export const quizQuestions = [
  {
    question: 'What is your estimated annual business revenue?',
    answers: ['Less than $100K', '$100K - $1M', '$1M - $10M', 'More than $10M'],
  },
  {
    question: 'How many employees are in your business?',
    answers: ['Self - 1', '2 - 15', '16 - 25', '26 - 50', 'More than 50'],
  },
  {
    question: 'How many years have you been in business?',
    answers: ['Less than 1', '2 - 5', '6 - 15', 'More than 15'],
  },
] as const;
