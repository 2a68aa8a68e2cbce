import './mailed-page.css'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The masked address of the recipient. The browser where it was entered shows it in full. */
  email?: string | undefined
  children: ReactNode
}

/** Layout of a page opened from a mail: a narrow column with a single purpose. */
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

/** Pages behind a mailed link are private: noindex, no share metadata. */
export const privateHead = (title: string) => ({ title, description: title, robots: 'noindex', image: null })

/** A form with a single button. */
export const ButtonForm = ({ action, children }: { action: string; children: ReactNode }) => (
  <form method="post" action={action} className="mailed-page__press">
    {children}
  </form>
)
