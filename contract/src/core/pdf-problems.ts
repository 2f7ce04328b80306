const reprint = 'Please print it to a new PDF file and upload that one.';

/** Why an uploaded PDF is rejected after it is read; shown to the uploader. */
export const pdfProblems = {
  password: 'This PDF needs a password. Please save it without one and upload that file.',
  script: `This PDF contains scripts. ${reprint}`,
  form: `This PDF is an Adobe XFA form, which contains scripts. ${reprint}`,
  attachment: `This PDF has other files attached to it. ${reprint}`,
  action: `This PDF opens other files or programs, or sends data. ${reprint}`,
  media: `This PDF contains video or sound. ${reprint}`,
  damaged: `This PDF is damaged, or parts of it can't be read. ${reprint}`,
  heavy: `This PDF takes too much work to read. ${reprint}`,
} as const;
export type PdfProblem = keyof typeof pdfProblems;
