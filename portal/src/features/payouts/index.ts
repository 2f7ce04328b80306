export { W9ReviewModal } from './review/w9-review-modal.tsx';
