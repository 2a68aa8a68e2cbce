import '#features/forms/public/form.css'
import type { Backend } from '#client/backend.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { ClosedForm, UnusableLink, UnknownSubmission } from '#features/forms/public/closed-form.tsx'
import { EndingView } from '#features/forms/public/ending-view.tsx'
import { fillingOf } from '#features/forms/public/filling-of-request.ts'
import { Island } from '#features/forms/public/filling.island.tsx'
import type { PostedPassword, PostedStep } from '#features/forms/public/form-posts.ts'
import { PasswordForm } from '#features/forms/public/password-form.tsx'
import { changePath, formPath, linkParameter, previewParameter } from '#features/forms/form-paths.ts'
import { readForm } from '#features/forms/public/form.data.ts'
import type { FormView, LockedForm } from '#features/forms/forms.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatDate, formatTime } from '#lib/time/dates.ts'
import { Island as IslandFrame } from '#ui/island.tsx'
import { TextWithPhone } from '#ui/ltr.tsx'
import { FlowTop } from '../booking/flow-top.tsx'
import type { Embeddable, Head, PageProps, PageRequest } from '../pages.ts'

type Loaded = {
  view: FormView | undefined
  /** A password-protected form before its password was entered. */
  locked?: LockedForm
  fillKey: string
  link: string | undefined
  access: string | undefined
  texts: ShownText[]
  today: string
} & Embeddable
type Props = PageProps & Loaded

export const quiet = true

/** Undefined for an unknown form. An invalid submission token shows a separate page. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const { formId = '', token } = request.params
  const {
    key: posted,
    link: postedLink,
    access,
    change: changing,
  } = Object((request.form as Partial<FormState<Partial<PostedStep>>>)?.values) as Partial<
    Record<'key' | 'link' | 'access' | 'change', string>
  >
  const link = (postedLink ?? request.query[linkParameter]) || undefined
  const [opened, texts] = await Promise.all([
    readForm(backend, formId, {
      key: token ?? posted,
      link,
      access,
      preview: request.query[previewParameter],
      change: (changing ?? request.query['change'] ?? '') !== '',
    }),
    readShownTexts(backend),
  ])
  const common = { texts, today: dayOf(new Date()), link, access }
  if ('locked' in opened)
    return {
      ...common,
      ...framing(opened.locked),
      view: undefined,
      locked: opened.locked,
      fillKey: token ?? posted ?? '',
    }
  if ('view' in opened)
    return { ...common, ...framing(opened.view), view: opened.view, fillKey: token ?? posted ?? newKey() }
  if (opened.missing === 'form') return undefined
  if (token !== undefined || opened.missing === 'link') return { ...common, view: undefined, fillKey: token ?? '' }
  // The first page of a submission was rejected: nothing is stored yet.
  const fresh = await readForm(backend, formId, { link, access })
  if ('locked' in fresh)
    return { ...common, ...framing(fresh.locked), view: undefined, locked: fresh.locked, fillKey: '' }
  return 'view' in fresh
    ? { ...common, ...framing(fresh.view), view: fresh.view, fillKey: posted ?? newKey() }
    : undefined
}

/** Form pages may be embedded by pages of this site, and by the sites that the owner lists. */
const framing = ({ allowedOrigins }: Pick<FormView, 'allowedOrigins'>): Embeddable => ({ framedBy: allowedOrigins })

/** Form pages are not indexed: visitors receive their links. */
export function head({ view, locked, request }: Props): Head {
  const title = view?.ending?.title ?? view?.title ?? (locked ? 'טופס שנפתח בסיסמה' : 'הקישור לא נמצא')
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  const description = view?.definition.intro?.slice(0, 155) || title
  // The URL of a started submission is private, so it has no share image.
  const image = request.params['token'] === undefined ? {} : { image: null }
  return { title: errorMessage ? `${errorMessage} – ${title}` : title, description, robots: 'noindex', ...image }
}

/** A form: open, closed, or submitted. */
export function View(props: Props) {
  return (
    <>
      {!isFramed(props.request) && <FlowTop business={props.facts.business} />}
      <div className="flow-page form-page">
        <Content {...props} />
      </div>
    </>
  )
}

/** Reads the flag from the URL, or from the posted password form. */
const isFramed = ({ query, form }: PageRequest) =>
  query['embed'] !== undefined || postedPassword(form)?.embed !== undefined

const postedPassword = (form: unknown) => (form as Partial<FormState<PostedPassword>> | undefined)?.values

function Content({ facts, request, view, locked, fillKey, link, access, texts, today }: Props) {
  const path = formPath(request.params['formId'] ?? '')
  if (locked) {
    const { linkState, state } = locked
    if (linkState !== undefined && linkState !== 'open') return <UnusableLink state={linkState} />
    if (state !== 'open') return <ClosedForm {...locked} />
    const { token, query } = postedPassword(request.form) ?? {}
    return (
      <PasswordForm
        formId={request.params['formId'] ?? ''}
        token={request.params['token'] ?? token ?? fillKey}
        query={query ?? new URLSearchParams(request.query).toString()}
        isFramed={isFramed(request)}
        state={Object(request.form) as Partial<FormState>}
      />
    )
  }
  if (!view)
    return request.params['token'] === undefined ? <UnusableLink state="unknown" /> : <UnknownSubmission path={path} />
  if (view.ending)
    return (
      <>
        <EndingView ending={view.ending} level={1} />
        {view.sentAt && (
          <p className="form-sent">
            הטופס נשלח ב־{formatDate(view.sentAt)} בשעה {formatTime(view.sentAt)}, והתשובות אצלנו.
            {view.changedAt &&
              ` השינוי האחרון נשמר ב־${formatDate(view.changedAt)} בשעה ${formatTime(view.changedAt)}.`}
          </p>
        )}
        {view.allowsChanges && (
          <p className="form-sent">
            <a className="btn btn--secondary" href={changePath(view.formId, fillKey)}>
              לשינוי התשובות
            </a>
          </p>
        )}
      </>
    )
  if (view.state !== 'open' && view.change === undefined) return <ClosedForm {...view} />
  if (view.personal && view.personal.state !== 'open') return <UnusableLink state={view.personal.state} />
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const filling = fillingOf(request, view, {
    fillKey,
    link,
    access,
    today,
    // Consent was recorded at submission: the edit form does not request it again.
    marketing: marketing && view.change === undefined ? { id: marketing.id, text: marketing.he_text } : null,
    texts: texts.filter(({ kind }) => kind === 'privacy_notice'),
    facts: {
      business: facts.business,
      publishedPaths: facts.publishedPaths.filter((path) => path === '/privacy-policy'),
    },
    backendKey: facts.backendKey,
  })
  const { intro, minutes } = view.definition
  return (
    <>
      {view.preview && (
        <p className="form-notice">
          {view.preview === 'first'
            ? 'תצוגה מקדימה, הטופס עוד לא פורסם. שום דבר לא נשמר ולא נשלח.'
            : 'תצוגה מקדימה, הנוסח הזה עוד לא פורסם. שום דבר לא נשמר ולא נשלח.'}
        </p>
      )}
      <header className="form-intro">
        <h1 className="display d2">
          <TextWithPhone>{view.title}</TextWithPhone>
        </h1>
        {intro && (
          <p>
            <TextWithPhone>{intro}</TextWithPhone>
          </p>
        )}
        {minutes !== undefined && (
          <p className="form-intro__time">{count(minutes, { one: 'כדקה אחת', two: 'כשתי דקות', other: 'כ־# דקות' })}</p>
        )}
      </header>
      <IslandFrame name="filling" props={filling}>
        <Island {...filling} />
      </IslandFrame>
    </>
  )
}

/** 24 random bytes, encoded. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
