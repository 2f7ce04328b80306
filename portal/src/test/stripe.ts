import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Listener = (event: object) => void;

/** A field that Stripe would render in an iframe of its own. */
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

/** Stripe's response when it receives a card. */
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
const never = (): Promise<never> => Promise.reject(new Error('This call was not expected'));

/** The parts of Stripe's script that the portal's form uses. */
export const stripe = {
  elements: () => elements,
  createToken: never,
  confirmCardPayment: never,
  createPaymentMethod,
  registerAppInfo: (): void => undefined,
  _registerWrapper: (): void => undefined,
};

/** Types into one of Stripe's fields. */
export const typeHosted = (type: 'cardNumber' | 'cardExpiry' | 'cardCvc', problem?: string): void =>
  act(() =>
    fields.get(type)?.tell('change', {
      empty: false,
      complete: problem === undefined,
      error: problem && { message: problem },
    }),
  );

/** The number of fields rendered by Stripe. */
export const hostedCount = (): number => fields.size;

/** Removes all of Stripe's fields. */
export const clearHosted = (): void => fields.clear();
