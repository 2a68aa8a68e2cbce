import './portal-home.css'
import type { ReactNode } from 'react'

/** A portal page other than the home: title, a sentence, and cards. */
export const PortalPage = ({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) => (
  <>
    <div className="portal-hero">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    <div className="portal-col portal-page">{children}</div>
  </>
)
