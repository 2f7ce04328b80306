/** The digits of what was typed or pasted, at most so many. */
export const digitsIn = (typed: string, most: number): string =>
  typed.replace(/\D/g, '').slice(0, most);
