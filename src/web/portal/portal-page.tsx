import './portal-home.css'
import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** Two columns of cards, its `.portal-col` children, on wide screens. */
  twoColumns?: boolean
  children: ReactNode
}

/** A portal page other than the home: title, a sentence, and cards. */
export const PortalPage = ({ title, lead, twoColumns = false, children }: Props) => (
  <>
    <div className="portal-hero">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    <div className={`portal-col portal-page${twoColumns ? ' portal-page--columns' : ''}`}>{children}</div>
  </>
)
