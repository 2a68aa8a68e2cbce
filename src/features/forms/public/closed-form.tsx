import type { ReactNode } from 'react'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { TextWithPhone } from '#ui/ltr.tsx'
import type { FormView } from '../forms.ts'

const titles = {
  closed: 'הטופס סגור',
  full: 'כל המקומות התמלאו',
  not_yet_open: 'הטופס עדיין לא נפתח',
} as const

/** A form that accepts no submissions now, with an alternative link. */
export function ClosedForm({ state, opensAt, closedText }: Pick<FormView, 'state' | 'opensAt' | 'closedText'>) {
  if (state === 'open') return null
  const opens = opensAt === null ? undefined : new Date(opensAt)
  return (
    <Notice title={titles[state]}>
      {state === 'not_yet_open' && opens && (
        <p className="form-text">
          אפשר יהיה למלא אותו ב{formatLongDate(opens)} בשעה {formatTime(opens)}.
        </p>
      )}
      {state !== 'not_yet_open' && (
        <p className="form-text">
          <TextWithPhone>{closedText || 'אי אפשר למלא אותו כרגע. אפשר לפנות אלינו ונשמח לעזור.'}</TextWithPhone>
        </p>
      )}
    </Notice>
  )
}

/** Shown for an unknown submission link. */
export const UnknownSubmission = ({ path }: { path: string }) => (
  <Notice title="המילוי הזה לא נמצא">
    <p className="form-text">ייתכן שהקישור לא הועתק עד הסוף, או שעבר זמן רב והתשובות נמחקו.</p>
    <a className="btn btn--primary btn--lg" href={path}>
      להתחיל מחדש
    </a>
  </Notice>
)

const overTexts = {
  unknown: { title: 'הקישור האישי לא נמצא', text: 'ייתכן שהקישור לא הועתק עד הסוף. אפשר לפנות אלינו ולקבל קישור חדש.' },
  used: {
    title: 'הטופס כבר נשלח',
    text: 'הקישור הזה מתאים למילוי אחד, והתשובות כבר אצלנו. לשינוי או לתוספת אפשר לפנות אלינו.',
  },
  expired: {
    title: 'תוקף הקישור הסתיים',
    text: 'הקישור האישי היה בתוקף לזמן מוגבל. אפשר לפנות אלינו ולקבל קישור חדש.',
  },
  revoked: {
    title: 'הקישור הזה כבר לא פעיל',
    text: 'הקישור האישי נסגר. אפשר לפנות אלינו, ונשלח קישור חדש בשמחה.',
  },
  cancelled: {
    title: 'הפגישה הזאת לא מתקיימת',
    text: 'הטופס היה חלק מההכנה לפגישה, ולכן אין צורך למלא אותו. אפשר לקבוע פגישה חדשה מתי שנוח לכם.',
  },
  answered: {
    title: 'כבר מילאתם את הטופס הזה',
    text: 'התשובות שלכם אצלנו, ואין צורך למלא שוב. לשינוי או לתוספת אפשר לפנות אלינו.',
  },
} as const

/** Shown for an unusable personal link. */
export const UnusableLink = ({ state }: { state: keyof typeof overTexts }) => (
  <Notice title={overTexts[state].title}>
    <p className="form-text">{overTexts[state].text}</p>
    {state === 'cancelled' && (
      <a className="btn btn--primary btn--lg" href="/book-a-call" target="_top">
        לקביעת פגישה
      </a>
    )}
  </Notice>
)

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="form-card">
    <h1 className="display d3">{title}</h1>
    {children}
    <a className="btn btn--secondary btn--lg" href="/contact" target="_top">
      ליצירת קשר
    </a>
  </section>
)
