import { PlainButton } from '../../../ui/plain-button.tsx';
import { StateBox } from '../../../ui/state-box.tsx';

interface Props {
  text: string;
  onRetry(): void;
  onClose(): void;
}

/** The form of the card could not be shown: another try, or back to the card. */
export const FormLost = ({ text, onRetry, onClose }: Props) => (
  <StateBox
    icon="alert"
    tone="red"
    level={3}
    title="Something wrong"
    text={text}
    action={<PlainButton onClick={onRetry}>Try again</PlainButton>}
    secondary={<PlainButton onClick={onClose}>Cancel</PlainButton>}
  />
);
