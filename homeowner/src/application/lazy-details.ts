import { lazyComponent } from './lazy-component.tsx';

/** Only some lenders need details, so their part of the form loads separately. */
export const loadDetails = () => import('./details.tsx');
export const Details = lazyComponent(() => loadDetails().then((module) => module.Details));
export const DetailLabel = lazyComponent(() => loadDetails().then((module) => module.DetailLabel), {
  quiet: true,
});
