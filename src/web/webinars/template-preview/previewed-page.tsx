import { formatPosition } from '#platform/player/player-time.ts'
import '../room-page.css'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { type EmailKind, emailKinds, fillTemplate } from '#features/email-templates/email-templates.ts'
import { sampleValues } from '#features/email-templates/sample-values.ts'
import { interactionLabels } from '#features/webinars/interactions/interaction-texts.ts'
import type { TemplatePreview } from '#features/webinars/public/public-webinars.data.ts'
import { WebinarRoom } from '#features/webinars/room/webinar-room.tsx'
import { logoFor } from '#platform/business-profile/brand.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { pagePlaceholders } from '#platform/pages/placeholders.ts'
import { richTextAsPlain } from '#platform/message-content/rich-text.ts'
import { blocksAsPlain } from '../../mail/campaign-mail.tsx'
import type { PageProps, SiteFacts } from '../../pages.ts'
import { callPath } from '../../site/call-path.ts'
import type { ContentBelow } from '../content-below.ts'
import { ThankYouView } from '../thank-you-view.tsx'
import { WebinarView } from '../webinar-view.tsx'
import type { PreviewChoices } from './preview-choices.ts'
import { sampleVisit, sampleWebinar } from './sample-webinar.ts'

type Props = PageProps & {
  template: TemplatePreview
  choices: PreviewChoices
  texts: ShownText[]
  /** Content below the registration; landing page only. */
  below: ContentBelow | undefined
  now: string
}

/** The chosen page of a template: inert, with a watermark. */
export function PreviewedPage(props: Props) {
  const { theme, brand } = props.choices
  const isNeutral = brand === 'neutral'
  return (
    <div className={isNeutral ? 'previewed brand-neutral' : 'previewed'} data-theme={theme} inert>
      <Chosen {...props} facts={isNeutral ? withoutBrand(props.facts) : props.facts} />
      <p className="previewed__mark" aria-hidden="true">
        תצוגה מקדימה
      </p>
    </div>
  )
}

/** Placeholders instead of the business's name and logo, for a preview that is shared with another business. */
const withoutBrand = (facts: SiteFacts): SiteFacts => ({
  ...facts,
  business: {
    ...facts.business,
    business_name: pagePlaceholders.businessName,
    legal_name: null,
    product_name: pagePlaceholders.productName,
    coach_name: pagePlaceholders.coachName,
    logo_url: null,
    logo_light_url: null,
    logo_dark_url: null,
  },
})

function Chosen({ template: { definition, mails }, choices: { page, state }, texts, below, facts, now }: Props) {
  const request = { path: '/webinar/example', params: { id: 'example' }, query: {} }
  const webinar = sampleWebinar(definition, page === 'replay' ? 'after' : state, now)
  const visit = sampleVisit(webinar, definition)
  if (page === 'mails') return <Mails title={definition.title} changed={mails} />
  if (page === 'thanks') return <ThankYouView visit={visit} token="" texts={texts} facts={facts} request={request} />
  if (page === 'landing')
    return (
      <WebinarView
        webinar={webinar}
        others={[]}
        texts={texts}
        content={below}
        holdsUntil={undefined}
        facts={facts}
        request={request}
      />
    )
  return (
    <div className="room-page" data-theme="dark">
      <WebinarRoom
        token=""
        backendKey=""
        now={now}
        title={webinar.title}
        slug={webinar.slug}
        businessName={facts.business.business_name}
        logo={logoFor(facts.business, true) ?? null}
        kind={webinar.kind}
        presenter={webinar.presenter}
        startsAt={visit.starts_at}
        durationMinutes={webinar.duration_minutes}
        source={null}
        isFree={page === 'replay' || webinar.kind === 'on_demand'}
        captions={null}
        chapters={[]}
        recap={visit.recap}
        callPath={callPath(facts)}
        isAllowed={() => false}
      />
      <ul className="previewed__moments">
        {definition.interactions.map(({ kind, title, body, at_second: at }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- moments have no id, and are not reordered here
          <li key={i}>
            <b>{title}</b>
            <small>{`${interactionLabels[kind]} · ${at === null ? 'נפתח בידי המנחים' : `בדקה ${formatPosition(at)}`}`}</small>
            {body && <p>{body}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The webinar mails with the text of the business and sample values. */
function Mails({ title, changed }: { title: string; changed: TemplatePreview['mails'] }) {
  const kinds = emailKinds.filter((kind) => kind.startsWith('webinar_'))
  const filled = (kind: EmailKind) =>
    fillTemplate(changed[kind] ?? defaultTemplates[kind], { ...sampleValues, webinarTitle: title })
  return (
    <div className="wrap previewed__mails">
      {kinds.map((kind) => {
        const { subject, heading, body, blocks = [], button, closing } = filled(kind)
        return (
          <article key={kind}>
            <h2>{subject}</h2>
            <h3>{heading}</h3>
            <p>{[richTextAsPlain(body, (to) => to), ...blocksAsPlain(blocks, '')].join('\n\n')}</p>
            {button && <p className="previewed__button">{button}</p>}
            {closing && <small>{closing}</small>}
          </article>
        )
      })}
    </div>
  )
}
