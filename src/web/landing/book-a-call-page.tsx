import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { CallForm } from './call-form.tsx'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { Ltr } from '#ui/ltr.tsx'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { readContent, type SiteContent } from '../site/content.ts'
import { FormCard } from './form-card.tsx'
import { openingOf } from './opening-of.ts'

type Props = PageProps & { content: SiteContent | undefined; texts: ShownText[] }

/** The form is available before its texts are published, under a default heading. */
export async function load(backend: Backend, request: PageRequest) {
  const [content, texts] = await Promise.all([readContent(backend, request, '/book-a-call'), readShownTexts(backend)])
  return { content, texts }
}

const wordsOf = ({ content, facts }: Pick<Props, 'content' | 'facts'>) =>
  openingOf(content, facts, {
    title: 'שיחת היכרות',
    lead: 'אפשר להשאיר מספר, ונתקשר כדי לתאם מועד שנוח לכם.',
  })

export function head(props: Props): Head {
  const { request } = props
  const { title, lead } = wordsOf(props)
  const why = formErrorMessage(request.form as FormState | undefined)
  return {
    title: why ? `${why} – ${title}` : title,
    description: lead,
    ...(request.query['ticket'] !== undefined && { robots: 'noindex' }),
  }
}

/** Callback request. Time slots cannot be booked here yet, and the page says so. */
export function View(props: Props) {
  const { facts, request, content, texts } = props
  const ticket = request.query['ticket']
  return (
    <>
      <FormCard
        facts={facts}
        words={wordsOf(props)}
        opens
        note="השאירו מספר, ונתקשר ביום העסקים הקרוב לקבוע שעה שנוחה לכם."
      >
        {ticket !== undefined && /^\d{1,12}$/.test(ticket) ? (
          <FormSuccess
            title={
              <>
                הבקשה התקבלה. מספר פנייה: <Ltr>{ticket}</Ltr>
              </>
            }
          >
            <p>נתקשר ביום העסקים הקרוב כדי לתאם מועד.</p>
            {facts.publishedPaths.includes('/preparation') && (
              <p>
                <a href="/preparation">חמש דקות הכנה לפני שנפגשים</a>
              </p>
            )}
          </FormSuccess>
        ) : (
          <>
            <CallForm
              state={request.form as FormState | undefined}
              marketing={texts.find(({ kind }) => kind === 'marketing')}
              notice={<NoticeShown texts={texts} />}
            />
            <PrivacyNotice texts={texts} facts={facts} />
          </>
        )}
      </FormCard>
      {content && <Blocks blocks={content.page.blocks.slice(1)} facts={facts} rows={content.rows} />}
    </>
  )
}
