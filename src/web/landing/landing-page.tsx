// Landing pages with the form of a lead magnet: /ninja, /fiscal-fitness, /lesson, selected by path.
import type { Backend } from '#client/backend.ts'
import { LeadForm } from '#features/lead-magnets/lead-form.tsx'
import { type LandingPath, landingPaths } from '#features/lead-magnets/lead-magnets.ts'
import { readShownLeadMagnets, type ShownLeadMagnet } from '#features/lead-magnets/public.data.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { ButtonLink } from '#ui/button.tsx'
import { newsletterWords } from './newsletter-words.ts'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { FormCard } from './form-card.tsx'
import { landingTexts } from './landing-texts.ts'
import { openingOf } from './opening-of.ts'

type Loaded = SiteContent & {
  path: LandingPath
  /** Undefined while it is switched off. */
  magnet: ShownLeadMagnet | undefined
  texts: ShownText[]
}
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const path = landingPaths.find((one) => request.path === one)
  const [content, magnets, texts] = await Promise.all([
    readContent(backend, request),
    readShownLeadMagnets(backend),
    readShownTexts(backend),
  ])
  const magnet = magnets.find(({ landing_path: landing }) => landing === path)
  return path && content && { ...content, path, magnet, texts }
}

export function head({ facts, request, ...content }: Props): Head {
  const own = contentHead(content, facts)
  const why = formErrorMessage(request.form as FormState | undefined)
  return { ...own, title: why ? `${why} – ${own.title}` : own.title }
}

export function View(props: Props) {
  const { facts, page, rows, path } = props
  // A lesson shows its content first; the others open with the form.
  if (path === '/lesson')
    return (
      <>
        <Blocks blocks={page.blocks} facts={facts} rows={rows} />
        <FormCard facts={facts} words={{ title: 'הגיליון אליכם', lead: landingTexts[path].text }}>
          <Join {...props} />
        </FormCard>
      </>
    )
  return (
    <>
      <FormCard facts={facts} rows={rows} words={openingOf(props, facts)} opens note={landingTexts[path].text}>
        <Join {...props} />
      </FormCard>
      <Blocks blocks={page.blocks.slice(1)} facts={facts} rows={rows} />
    </>
  )
}

function Join({ path, magnet, texts, facts, request }: Props) {
  // The draft of a page is previewed with its form, before it can be offered.
  if (!magnet && !request.draft)
    return (
      <>
        <p>כרגע לא נשלחות הודעות מכאן. כל מה שבעמוד פתוח, ואפשר לדבר איתנו.</p>
        <p>
          <ButtonLink href={callPath(facts)} look="primary" size="lg">
            לשיחת היכרות
          </ButtonLink>
        </p>
      </>
    )
  return (
    <>
      <LeadForm
        slug={magnet?.slug ?? ''}
        landingPath={path}
        asksPhone={magnet?.asks_phone ?? false}
        cta={landingTexts[path].cta}
        state={request.form as FormState | undefined}
        newsletter={newsletterWords(texts, facts)}
        notice={<NoticeShown texts={texts} />}
      />
      <PrivacyNotice texts={texts} facts={facts} />
    </>
  )
}
