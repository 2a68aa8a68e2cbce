// Landing pages with a sign-up form: /ninja, /fiscal-fitness, /lesson, selected by path.
import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { SignupForm } from '#features/signups/signup-form.tsx'
import { signupTexts } from '#features/signups/signup-texts.ts'
import { type OfferName, offers } from '#features/signups/signups.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { FormCard } from './form-card.tsx'
import { openingOf } from './opening-of.ts'

type Props = PageProps & SiteContent & { offer: OfferName; texts: ShownText[] }

export async function load(backend: Backend, request: PageRequest) {
  const offer = offers.find((name) => request.path === `/${name}`)
  const [content, texts] = await Promise.all([readContent(backend, request), readShownTexts(backend)])
  return offer && content && { ...content, offer, texts }
}

export function head({ facts, request, ...content }: Props): Head {
  const own = contentHead(content, facts)
  const why = formErrorMessage(request.form as FormState | undefined)
  return {
    ...own,
    title: why ? `${why} – ${own.title}` : own.title,
    ...(request.query['joined'] !== undefined && { robots: 'noindex' }),
  }
}

export function View(props: Props) {
  const { facts, page, rows, offer } = props
  // A lesson shows its content first; the others open with the form.
  if (offer === 'lesson')
    return (
      <>
        <Blocks blocks={page.blocks} facts={facts} rows={rows} />
        <FormCard facts={facts} words={{ title: 'היה לכם מועיל?', lead: signupTexts.lesson.text }}>
          <Join {...props} />
        </FormCard>
      </>
    )
  return (
    <>
      <FormCard facts={facts} words={openingOf(props, facts)} opens note={signupTexts[offer].text}>
        <Join {...props} />
      </FormCard>
      <Blocks blocks={page.blocks.slice(1)} facts={facts} rows={rows} />
    </>
  )
}

function Join({ offer, texts, facts, request }: Props) {
  const words = signupTexts[offer]
  if (request.query['joined'] !== undefined)
    return (
      <FormSuccess title={words.joined}>
        <p>{words.next}</p>
        <p>
          <a href={callPath(facts)}>לשיחת היכרות</a>
        </p>
      </FormSuccess>
    )
  return (
    <>
      <SignupForm
        offer={offer}
        cta={words.cta}
        state={request.form as FormState | undefined}
        marketing={texts.find(({ kind }) => kind === 'marketing')}
        notice={<NoticeShown texts={texts} />}
      />
      <PrivacyNotice texts={texts} facts={facts} />
    </>
  )
}
