import { CardFrame } from './card-frame.tsx';
import { CardFields } from './card-fields.tsx';
import { TestCards } from './test-cards.tsx';
import type { Gateway } from './api/get-gateway.ts';
import { useCardForm } from './use-card-form.ts';
import type { CardFormProps } from './use-card-saving.ts';

/** A card that is typed into our own form: for the sandbox. */
export function CardForm({ testCards, ...props }: CardFormProps & Pick<Gateway, 'testCards'>) {
  const used = useCardForm(props);
  return (
    <CardFrame {...props} {...used}>
      <CardFields used={used} />
      <TestCards cards={testCards} onChoose={(number) => used.setValue('number', number)} />
    </CardFrame>
  );
}
