// Data passed from the server to the form page.
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import type { FormView } from '../forms.ts'

export type Filling = Pick<
  FormView,
  'formId' | 'version' | 'definition' | 'isOutdated' | 'allowsChanges' | 'isOncePerPerson' | 'change'
> & {
  /** Key of this submission, generated with the page. */
  fillKey: string
  /** Token of a personal link. */
  link?: string | undefined
  /** Access token for the form's password. */
  access?: string | undefined
  /** Whether this is a draft preview: nothing is saved or submitted. */
  isPreview?: boolean
  entries: Entries
  /** The initial step; if it is not reachable, another step is shown. */
  step: string | null
  /** The revision on the server. */
  revision: number
  errors: Record<string, string>
  problem: string | null
  /** Reason why the same step is shown again. */
  why: 'more' | 'check' | null
  /** Whether another window or device has saved since. */
  isElsewhere: boolean
  /** The current day, 'YYYY-MM-DD'. */
  today: string
  marketing: { id: string; text: string } | null
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
  backendKey: string
}

/** Prefix of field ids. */
export const idPrefix = 'form'
export const summaryId = 'form-errors'

export const formTexts = {
  unreachable: 'אין חיבור לשרת. הכול שמור במכשיר הזה, ואפשר לנסות שוב',
  failed: 'לא הצלחנו לשלוח את הטופס. הכול שמור, ואפשר לנסות שוב',
  more: 'לפי מה שעניתם נוספו כאן שאלות',
  outdated: 'הטופס עודכן מאז שהתחלתם. אפשר להמשיך בנוסח שבו התחלתם, והכול שמור',
  passwordChanged: 'הסיסמה של הטופס התחלפה. אחרי שמקלידים אותה ממשיכים מהעמוד האחרון שנשמר',
  changing: 'אלה התשובות ששלחתם. שינוי נשמר אחרי הלחיצה על ״שמירת השינויים״, וגם התשובות הקודמות נשארות אצלנו',
  saveChange: 'שמירת השינויים',
  previewed: 'זו תצוגה מקדימה. הכול מולא כמו שצריך, ושום דבר לא נשלח',
  previewedFile: 'בתצוגה מקדימה קבצים לא נשלחים',
  saved: 'התשובות נשמרות תוך כדי מילוי',
  savedHere: 'נשמר במכשיר. יישלח כשהחיבור יחזור',
} as const
