import './mailed-page.css'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Whose mailbox this is about, as much of it as its owner needs. */
  email?: string | undefined
  children: ReactNode
}

/** A page that a mail leads to: one question in a narrow column. */
export const MailedPage = ({ title, email, children }: Props) => (
  <section className="mailed-page">
    <div className="wrap mailed-page__in">
      <h1 className="display d2">{title}</h1>
      {email && (
        <p className="mailed-page__whose">
          הכתובת: <bdi dir="ltr">{email}</bdi>
        </p>
      )}
      {children}
    </div>
  </section>
)

/** A page behind a mailed link is nobody else's: not for search, not for sharing. */
export const mailedHead = (title: string) => ({ title, description: title, robots: 'noindex', image: null })

/** A form that is one button. */
export const PressForm = ({ action, children }: { action: string; children: ReactNode }) => (
  <form method="post" action={action} className="mailed-page__press">
    {children}
  </form>
)
