import type { LinkState } from '@lintel/contract/links/constants';
import type { Tone } from '../../theme.ts';

const tones: Record<LinkState, Tone> = {
  queued: 'amber',
  sent: 'blue',
  delivered: 'blue',
  opened: 'blue',
  started: 'green',
  submitted: 'green',
  failed: 'red',
  canceled: 'grey',
  expired: 'grey',
};

export const linkTone = (state: LinkState): Tone => tones[state];
