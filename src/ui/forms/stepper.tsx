import './stepper.css'
import { Check } from 'lucide-react'
import { Icon } from '../pictures/icon.tsx'

export type Step = { id: string; name: string; more?: string; state: 'done' | 'now' | 'next' }

/** A stepper from right to left; vertical on narrow screens. `more` states the status in text, not by colour alone. */
export const Stepper = ({ steps, label }: { steps: readonly Step[]; label: string }) => (
  <ol className="stepper" aria-label={label}>
    {steps.map(({ id, name, more, state }, i) => (
      <li key={id} className={`step step--${state}`} {...(state === 'now' && { 'aria-current': 'step' })}>
        <span className="step__dot" aria-hidden="true">
          {state === 'done' ? <Icon of={Check} /> : i + 1}
        </span>
        <span className="step__words">
          <bdi>{name}</bdi>
          {more && <small>{more}</small>}
        </span>
      </li>
    ))}
  </ol>
)
