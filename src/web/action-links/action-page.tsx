import './action-page.css'
import type { Backend } from '#client/backend.ts'
import type { ActionPage } from '#features/action-links/action-links.ts'
import { readActionPage } from '#features/action-links/action-links.data.ts'
import { actionPath } from '#features/action-links/action-post.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { PageRequest } from '../pages.ts'
import { ReportForm } from './report-form.tsx'
import { ReplyForm } from './reply-form.tsx'
import { TickForm } from './tick-form.tsx'

type Props = { request: PageRequest; found: ActionPage | undefined }

export const quiet = true

export const load = async (backend: Backend, { params }: PageRequest) => ({
  found: await readActionPage(backend, params['token'] ?? ''),
})

type State = ActionPage['state'] | 'unknown'
type PageTexts = { title: string; text: string }

const open: Record<ActionPage['kind'], string> = {
  task: 'המשימה הזו בוצעה?',
  message: 'מחכה לכם הודעה',
  metric: 'מספר אחד לעדכון',
}

const done: Record<ActionPage['kind'], PageTexts> = {
  task: { title: 'המשימה סומנה', text: 'סימנו אותה כבוצעה. אם זה היה בטעות, אפשר להחזיר אותה באזור האישי.' },
  metric: { title: 'המספר התקבל', text: 'תודה. אפשר לתקן אותו ולראות את הקודמים באזור האישי.' },
  message: { title: 'התשובה נשלחה', text: 'היא כבר אצלנו. להמשך השיחה אפשר להיכנס לאזור האישי.' },
}
const doneBefore: Record<ActionPage['kind'], PageTexts> = {
  task: { title: 'המשימה כבר מסומנת', text: 'אין צורך לסמן שוב. שאר המשימות נמצאות באזור האישי.' },
  metric: { title: 'המספר כבר דווח', text: 'אין צורך לשלוח שוב. אפשר לתקן אותו באזור האישי.' },
  message: { title: 'כבר נשלחה תשובה', text: 'הקישור מתאים לתשובה אחת. אפשר להמשיך את השיחה באזור האישי.' },
}
const goneTexts: Record<'stage' | 'process' | ActionPage['kind'], PageTexts> = {
  metric: { title: 'המספר הזה כבר לא מבוקש', text: 'מה שמבקשים היום נמצא באזור האישי.' },
  task: { title: 'המשימה כבר לא ברשימה', text: 'היא נמחקה או הועברה. המשימות העדכניות נמצאות באזור האישי.' },
  stage: { title: 'השלב כבר לא פתוח', text: 'המשימה שייכת לשלב שנסגר. המשימות העדכניות נמצאות באזור האישי.' },
  process: { title: 'התהליך הזה נסגר', text: 'המשימה שייכת לתהליך שכבר אינו פעיל. לשאלות אפשר לכתוב לנו.' },
  message: { title: 'ההודעה כבר לא כאן', text: 'היא נמחקה, או שהשיחה כבר לא פתוחה בפניכם.' },
}
const ended: Record<'expired' | 'revoked' | 'unknown', PageTexts> = {
  expired: { title: 'תוקף הקישור הסתיים', text: 'הקישור היה תקף לשבועיים. אפשר לעשות את זה גם באזור האישי.' },
  revoked: { title: 'הקישור בוטל', text: 'הוא כבר לא פועל. אפשר להמשיך באזור האישי.' },
  unknown: {
    title: 'הקישור אינו מוכר',
    text: 'ייתכן שהועתק בחלקו. הקישור המלא נמצא במייל, ואפשר להיכנס גם לאזור האישי.',
  },
}

const stateOf = ({ found }: Props): State => found?.state ?? 'unknown'
const formOf = ({ form }: PageRequest) => form as FormState | undefined

function textsOf({ request, found }: Props): PageTexts {
  if (!found) return ended.unknown
  const { kind, state } = found
  if (state === 'open') return { title: open[kind], text: '' }
  if (state === 'done') return request.query['done'] === undefined ? doneBefore[kind] : done[kind]
  return state === 'gone' ? goneTexts[found.gone ?? kind] : ended[state]
}

export function head(props: Props) {
  const { title } = textsOf(props)
  const errorMessage = stateOf(props) === 'open' ? formErrorMessage(formOf(props.request)) : undefined
  return privateHead(errorMessage ? `${errorMessage} – ${title}` : title)
}

const portalPaths: Record<ActionPage['kind'], string> = {
  task: '/client-portal/tasks',
  message: '/client-portal/messages',
  metric: '/client-portal/tasks',
}

/** Confirmation page of an action link in a mail. A GET changes nothing; the button does. */
export function View(props: Props) {
  const { request, found } = props
  const { title, text } = textsOf(props)
  const form = formOf(request)
  const state = form?.values ? form : undefined
  const action = actionPath(request.params['token'] ?? '')
  return (
    <MailedPage title={title}>
      {found?.shown ? (
        <ActionForm action={action} found={found} state={state} />
      ) : (
        <p id="state" tabIndex={-1}>
          {text}
        </p>
      )}
      {!found?.shown && state?.values['body'] && <UnsentReply text={state.values['body']} />}
      <p>
        <ButtonLink
          href={found ? portalPaths[found.kind] : '/client-portal'}
          look={found?.shown ? 'ghost' : 'secondary'}
        >
          לאזור האישי
        </ButtonLink>
      </p>
    </MailedPage>
  )
}

function ActionForm({ found, state, action }: { found: ActionPage; state: FormState | undefined; action: string }) {
  if (!found.shown) return null
  if (found.kind === 'task') return <TickForm action={action} task={found.shown} problem={state?.problem} />
  if (found.kind === 'metric') return <ReportForm action={action} metric={found.shown} state={state} />
  return <ReplyForm action={action} thread={found.shown} state={state} />
}

/** A reply whose link expired before it was submitted. */
const UnsentReply = ({ text }: { text: string }) => (
  <figure className="action-message">
    <figcaption>מה שכתבתם לא נשלח, ונשאר כאן להעתקה:</figcaption>
    <p dir="auto">{text}</p>
  </figure>
)
