import type { Ref } from 'react'
import { TextWithPhone } from '#ui/ltr.tsx'
import type { EndingShown } from '../forms.ts'

type Props = {
  ending: EndingShown
  /** Heading level: 2 below the form title. */
  level: 1 | 2
  /** Path of the receipt, for a form whose answers can be changed. */
  receipt?: string | undefined
  ref?: Ref<HTMLHeadingElement>
}

/**
 * The ending after submission, also shown at the receipt link. Its links open outside an iframe, because other pages
 * forbid framing.
 */
export function EndingView({ ending, level, receipt, ref }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const { title, text, button, redirect, score } = ending
  const bars = score ? [{ label: 'בסך הכול', percent: score.percent }, ...score.dimensions] : []
  return (
    <section className="form-card" id="done">
      <Heading className="display d3" tabIndex={-1} ref={ref}>
        <TextWithPhone>{title}</TextWithPhone>
      </Heading>
      {text && (
        <p className="form-text">
          <TextWithPhone>{text}</TextWithPhone>
        </p>
      )}
      {bars.length > 0 && (
        <dl className="form-scores">
          {bars.map(({ label, percent }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <meter min={0} max={100} value={percent} aria-label={label} />
                <span>{percent} מתוך 100</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {button && (
        <a className="btn btn--primary btn--lg" href={button.href} target="_top">
          {button.label}
        </a>
      )}
      {redirect && (
        <a className="btn btn--primary btn--lg" href={redirect} target="_top">
          להמשך
        </a>
      )}
      {receipt && (
        <p className="form-text">
          <a href={receipt}>הקישור שלכם לאישור ולשינוי התשובות</a>
        </p>
      )}
    </section>
  )
}
