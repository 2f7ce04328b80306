import * as m from '#messages';
import { IconCheck } from '../../ui/icons.ts';
import classes from './welcome-panel.module.css';

const points = [
  m.identity_welcome_page(),
  m.identity_welcome_marketing(),
  m.identity_welcome_reports(),
];

/** The portal's features, next to the sign-in form on a wide window. */
export function WelcomePanel() {
  return (
    <aside className={classes.panel} aria-label={m.identity_welcome_label()}>
      <DoorIllustration />
      <p className={classes.title}>{m.identity_welcome_text()}</p>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={18} stroke={2.2} aria-hidden />
            {point}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** A house front; the lintel over its door is the brand's mark. */
function DoorIllustration() {
  return (
    <svg className={classes.picture} viewBox="0 0 320 168" fill="none" aria-hidden>
      <path
        d="M8 160h304"
        stroke="currentColor"
        strokeOpacity=".35"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M44 160V84L160 22l116 62v76"
        stroke="currentColor"
        strokeOpacity=".55"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M30 91.5 160 22l130 69.5"
        stroke="currentColor"
        strokeOpacity=".55"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M124 92h72v10h-72z" fill="var(--color-accent)" />
      <path d="M130 102v58M190 102v58" stroke="currentColor" strokeWidth="6" />
      <path d="M138 160v-50h44v50" fill="currentColor" fillOpacity=".12" />
      <circle cx="175" cy="137" r="2.5" fill="currentColor" />
      <path
        d="M68 104h36v30H68zM216 104h36v30h-36zM86 104v30M68 119h36M234 104v30M216 119h36"
        stroke="currentColor"
        strokeOpacity=".55"
        strokeWidth="2"
      />
    </svg>
  );
}
