// A page that offers something to join: /ninja, /fiscal-fitness, /lesson. Which one, its address says.
import type { SupabaseClient } from '@supabase/supabase-js'
import { NoticeShown, PrivacyNotice } from '#features/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#features/consents/shown-texts.data.ts'
import { SignupForm } from '#features/signups/signup-form.tsx'
import { signupTexts } from '#features/signups/signup-texts.ts'
import { type OfferName, offers } from '#features/signups/signups.ts'
import { type FormState, whyItCameBack } from '#lib/forms/form-post.ts'
import { Sent } from '#ui/forms/sent.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { callAddress } from '../site/call-address.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { FormCard } from './form-card.tsx'
import { openingOf } from './words.ts'

type Props = PageProps & SiteContent & { offer: OfferName; texts: ShownText[] }

export async function load(backend: SupabaseClient, request: PageRequest) {
  const offer = offers.find((name) => request.path === `/${name}`)
  const [content, texts] = await Promise.all([readContent(backend, request), readShownTexts(backend)])
  return offer && content && { ...content, offer, texts }
}

export function head({ facts, request, ...content }: Props): Head {
  const own = contentHead(content, facts)
  const why = whyItCameBack(request.form as FormState | undefined)
  return {
    ...own,
    title: why ? `${why} – ${own.title}` : own.title,
    ...(request.query['joined'] !== undefined && { robots: 'noindex' }),
  }
}

export function View(props: Props) {
  const { facts, page, live, offer } = props
  // A lesson is read first; what is to be joined says so at the top.
  if (offer === 'lesson')
    return (
      <>
        <Blocks blocks={page.blocks} facts={facts} live={live} />
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
      <Blocks blocks={page.blocks.slice(1)} facts={facts} live={live} />
    </>
  )
}

function Join({ offer, texts, facts, request }: Props) {
  const words = signupTexts[offer]
  if (request.query['joined'] !== undefined)
    return (
      <Sent title={words.joined}>
        <p>{words.next}</p>
        <p>
          <a href={callAddress(facts)}>לקביעת שיחה</a>
        </p>
      </Sent>
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
