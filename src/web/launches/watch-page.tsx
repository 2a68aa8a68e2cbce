// /plf/:launchId/watch/:participantId: the personal page of a launch. The id grants no access; the cookie of a mailed link does.
import './launch.css'
import type { Backend } from '#client/backend.ts'
import type { OpenedWatch, WatchView } from '#features/launches/launch-view.ts'
import { watchPath } from '#features/launches/launches.ts'
import { readWatch } from '#features/launches/public.data.ts'
import { privateHead } from '#features/newsletter/mailed-page.tsx'
import { formErrorMessage } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FlowTop } from '../booking/flow-top.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { ClosedWatch } from './closed-watch.tsx'
import { Comments } from './comments.tsx'
import { ContentRail } from './content-rail.tsx'
import { ContentView } from './content-view.tsx'
import { cookieOf, formOf } from './launch-state.ts'
import { OfferPanel } from './offer-panel.tsx'

type Loaded = { opened: OpenedWatch }
type Props = PageProps & Loaded

export const quiet = true

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const { launchId = '', participantId = '' } = request.params
  const content = request.query['c'] ?? formOf(request).values['content'] ?? ''
  const query = {
    launch: launchId,
    participant: participantId,
    cookie: cookieOf(request),
    content: content.slice(0, 40),
    comments: { sort: request.query['sort'], page: request.query['p'] },
  }
  const opened = await readWatch(backend, query)
  return opened && { opened }
}

export function head({ opened, request }: Props) {
  const title = opened.access === 'ok' ? opened.view.launch.title : opened.title
  const errorMessage = formErrorMessage(formOf(request))
  return privateHead(errorMessage ? `${errorMessage} – ${title}` : title)
}

export function View({ opened, request, facts }: Props) {
  const { launchId = '', participantId = '' } = request.params
  const path = watchPath(launchId, participantId)
  if (opened.access !== 'ok') return <ClosedWatch opened={opened} path={path} launchId={launchId} request={request} />
  const { view } = opened
  const state = formOf(request)
  // The comment form shows its own refusals; those of other buttons are shown at the top.
  const isOfComment = 'body' in state.values || 'body' in state.errors
  return (
    <>
      <FlowTop business={facts.business} />
      <div className="flow-page launch">
        <header className="launch__head">
          <h1 className="display d2">{view.launch.title}</h1>
          <p>{progressOf(view)}</p>
          {state.problem && !isOfComment && <ErrorText>{state.problem}</ErrorText>}
        </header>
        <ContentRail view={view} path={path} />
        {view.participant.status === 'opted_out' ? (
          <LeftPanel path={path} />
        ) : (
          <>
            <ContentView view={view} path={path} />
            <OfferPanel view={view} path={path} />
            {view.launch.takesComments && view.chosen && (
              <Comments view={view} path={path} state={isOfComment ? state : { values: {}, errors: {} }} />
            )}
            {view.participant.status !== 'buyer' && <Leave path={path} />}
          </>
        )}
      </div>
    </>
  )
}

function progressOf({ contents, participant }: WatchView) {
  const seen = contents.filter(({ state }) => state === 'completed').length
  return `שלום ${participant.name}. צפיתם ב־${seen} מתוך ${contents.length}`
}

/** Unsubscribes from the mails of the launch only. */
const Leave = ({ path }: { path: string }) => (
  <section className="launch__leave" id="leave" tabIndex={-1} aria-labelledby="leave-title">
    <h2 id="leave-title">הסדרה הזאת לא מתאימה עכשיו?</h2>
    <p>אפשר לוותר עליה בלבד. הודעות אחרות שביקשתם ימשיכו להגיע.</p>
    <form method="post" action={`${path}/leave`}>
      <Button look="ghost" size="sm" type="submit">
        לא ההשקה הזאת
      </Button>
    </form>
  </section>
)

const LeftPanel = ({ path }: { path: string }) => (
  <section className="launch__panel" id="leave" tabIndex={-1} aria-labelledby="left-title">
    <h2 id="left-title">ויתרתם על הסדרה הזאת</h2>
    <p>לא יישלחו עוד הודעות עליה. אפשר לחזור בכל רגע, באותם תאריכים.</p>
    <form method="post" action={`${path}/return`}>
      <Button look="secondary" type="submit">
        חזרה לסדרה
      </Button>
    </form>
  </section>
)
