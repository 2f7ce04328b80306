import type { PaymentGateway } from './gateway/index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    gateway: PaymentGateway;
  }
}
