import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import classes from './marketing.module.css';

/** Both sides of a flyer as it is stored, with the demo data. */
export function FlyerPictures({ template }: { template: FlyerTemplate }) {
  const { title, previewImageFrontSide, previewImageBackSide } = template;
  const sides = [
    { side: 'Front', address: previewImageFrontSide },
    { side: 'Back', address: previewImageBackSide },
  ];
  return (
    <div className={classes.sides}>
      {sides.map(({ side, address }) => (
        <figure key={side}>
          {address === '' ? (
            <p className={classes.undrawn}>It cannot be drawn with the demo data.</p>
          ) : (
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              title={`Open the picture of the ${side.toLowerCase()} side`}
            >
              <img
                src={address}
                alt={`${side} side of ${title}`}
                width={1224}
                height={1584}
                decoding="async"
              />
            </a>
          )}
          <figcaption>{side} side</figcaption>
        </figure>
      ))}
    </div>
  );
}
