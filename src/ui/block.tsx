import './block.css'
import { type ReactNode, useId } from 'react'

/** A titled section of a side column, with an action beside the title. Wrap several actions in `block__actions`. */
export function Block({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Empty-state text of a block. */
export const BlockText = ({ children }: { children: ReactNode }) => <p className="block__text">{children}</p>

/** A description list: one row per label and value. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="facts">{children}</dl>

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
