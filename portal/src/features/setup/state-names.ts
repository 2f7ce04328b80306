import * as m from '#messages';
import type { ChecklistStep } from '@lintel/contract/setup/checklist';
import type { Tone } from '../../theme.ts';

export const stateNames: Readonly<Record<ChecklistStep['state'], string>> = {
  done: m.setup_state_done(),
  attention: m.setup_state_attention(),
  'not-started': m.setup_state_notStarted(),
  optional: m.setup_state_optional(),
};

export const stateTones: Readonly<Record<ChecklistStep['state'], Tone>> = {
  done: 'green',
  attention: 'amber',
  'not-started': 'red',
  optional: 'grey',
};
