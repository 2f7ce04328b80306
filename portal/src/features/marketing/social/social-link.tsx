import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

/**
 * A picture cannot be clicked: the link that goes beside it, and that tells where a visitor came
 * from.
 */
export function SocialLink({ pageName }: { pageName: string }) {
  const link = `${window.location.origin}/p/${pageName}?source=social`;
  return (
    <Card
      title="Link for your posts"
      text="Put it beside the picture, or into your profile. Applications that come by it count as social media."
    >
      <CopyField label="Link for your posts" value={link} href={link} />
    </Card>
  );
}
