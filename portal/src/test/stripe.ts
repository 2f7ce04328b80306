import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Listener = (event: object) => void;

/** One of the fields that Stripe would draw in a frame of its own. */
class HostedField {
  readonly #listeners = new Map<string, Listener>();
  on(event: string, listener: Listener): this {
    this.#listeners.set(event, listener);
    return this;
  }
  once = this.on.bind(this);
  off = (): this => this;
  tell(event: string, what: object): void {
    this.#listeners.get(event)?.(what);
  }
  mount(): void {}
  unmount(): void {}
  update(): void {}
  destroy(): void {}
}

const fields = new Map<string, HostedField>();

/** What Stripe answers when it is handed a card. */
export const createPaymentMethod = vi.fn<(request: object) => Promise<object>>();

const elements = {
  create: (type: string): HostedField => {
    const field = new HostedField();
    fields.set(type, field);
    return field;
  },
  getElement: (type: unknown) =>
    typeof type === 'string' ? fields.get(type) : fields.get('cardNumber'),
  update: (): void => undefined,
  on: (): void => undefined,
};
const never = (): Promise<never> => Promise.reject(new Error('Nobody asked for this'));

/** Stripe's script as far as the portal's form speaks to it. */
export const stripe = {
  elements: () => elements,
  createToken: never,
  confirmCardPayment: never,
  createPaymentMethod,
  registerAppInfo: (): void => undefined,
  _registerWrapper: (): void => undefined,
};

/** A person types into one of Stripe's fields. */
export const typeHosted = (type: 'cardNumber' | 'cardExpiry' | 'cardCvc', problem?: string): void =>
  act(() =>
    fields.get(type)?.tell('change', {
      empty: false,
      complete: problem === undefined,
      error: problem && { message: problem },
    }),
  );

/** How many of its fields Stripe has drawn. */
export const hostedCount = (): number => fields.size;

/** Takes all of Stripe's fields away. */
export const clearHosted = (): void => fields.clear();
