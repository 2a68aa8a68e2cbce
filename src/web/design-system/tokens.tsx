// Colours, type, spacing and radii, by their token names.
import { Ltr } from '#ui/ltr.tsx'

const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900]
const ramps = [
  { name: 'primary', title: 'ראשי', steps },
  { name: 'ink', title: 'דיו', steps: [25, ...steps, 950] },
  { name: 'accent', title: 'הדגשה', steps: [100, 200, 300, 400, 500, 700, 900] },
  { name: 'clay', title: 'חימר', steps: [200, 400, 600] },
]

const seeds = [
  { token: '--brand-primary', title: 'צבע ראשי' },
  { token: '--brand-secondary', title: 'צבע משני' },
  { token: '--brand-accent', title: 'צבע הדגשה' },
]

/** The three brand seeds that every other colour is derived from. */
export const BrandColours = () => (
  <ul className="ds__seeds">
    {seeds.map(({ token, title }) => (
      <li key={token}>
        <Swatch token={token} />
        <b>{title}</b>
        <Ltr>{token}</Ltr>
      </li>
    ))}
  </ul>
)

export const Ramps = () => (
  <div className="ds__ramps">
    {ramps.map(({ name, title, steps: all }) => (
      <figure key={name}>
        <figcaption>
          {title} <Ltr>{name}</Ltr>
        </figcaption>
        <ol>
          {all.map((step) => (
            <li key={step}>
              <Swatch token={`--${name}-${step}`} />
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </figure>
    ))}
  </div>
)

/** A colour swatch as SVG: the content security policy refuses inline styles. */
const Swatch = ({ token }: { token: string }) => (
  <svg className="ds__swatch" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect width="10" height="10" fill={`var(${token})`} />
  </svg>
)

const samples = [
  { className: 'display d-hero', token: '--fs-hero', text: 'מרווח' },
  { className: 'display d1', token: '--fs-d1', text: 'כותרת של חלק' },
  { className: 'display d2', token: '--fs-d2', text: 'כותרת של לוח' },
  { className: 'display d3', token: '--fs-d3', text: 'כותרת של כרטיס' },
  { className: 'lead', token: '--fs-lead', text: 'פסקה אחת מתחת לכותרת, באוויר ובשקט.' },
  { className: 'ds__body', token: '--fs-body', text: 'טקסט רץ עם Google Meet, תאריך 30.9.2026 וסכום 18,450 ₪.' },
  { className: 'ds__ui', token: '--fs-ui', text: 'טקסט של המערכת, היום ב־10:30' },
  { className: 'ds__xs', token: '--fs-xs', text: 'הערה קטנה' },
]

export const Type = () => (
  <dl className="ds__type">
    {samples.map(({ className, token, text }) => (
      <div key={token}>
        <dt>
          <Ltr>{token}</Ltr>
        </dt>
        <dd className={className}>{text}</dd>
      </div>
    ))}
  </dl>
)

const spaces = [1, 2, 3, 4, 6, 8, 12, 16]

export const Spaces = () => (
  <ul className="ds__spaces" aria-label="מרווחים">
    {spaces.map((size) => (
      <li key={size} className={`ds__space ds__space--${size}`}>
        <i aria-hidden="true" />
        <Ltr>{`--s-${size}`}</Ltr>
      </li>
    ))}
  </ul>
)

const shapes = ['r-xs', 'r-sm', 'r-md', 'r-lg', 'r-xl', 'r-2xl', 'bet', 'shadow-1', 'shadow-2', 'shadow-3', 'shadow-4']

export const Shapes = () => (
  <ul className="ds__shapes" aria-label="פינות וצללים">
    {shapes.map((token) => (
      <li key={token} className={`ds__shape ds__shape--${token}`}>
        <Ltr>{`--${token}`}</Ltr>
      </li>
    ))}
  </ul>
)
