import noLogo from './no-logo.svg';
import classes from './flyer.module.css';

/** The flyer's logo, or the picture that stands for none. */
export const LogoPicture = ({ src }: { src: string | null }) => (
  <img
    className={classes.logo}
    src={src ?? noLogo}
    alt={src === null ? 'No logo' : 'Logo'}
    width={218}
    height={145}
  />
);
