import './webinar.css'
import { nextDateOf, nextWebinar } from '#features/webinars/public/public-webinars.data.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { Section, titleId } from '../blocks/section.tsx'

/** The named or the next webinar, while registration is open. */
export function WebinarSection({ id, content, rows }: BlockProps<'webinar'>) {
  const { title, text, webinar: slug, action, ground } = content
  const webinar = nextWebinar(rows.webinars, slug)
  if (!webinar) return null
  const next = nextDateOf(webinar)
  return (
    <Section id={id} ground={ground} className="next-webinar">
      <h2 className="display d1" id={titleId(id)}>
        {title}
      </h2>
      {text && <p className="lead">{text}</p>}
      <p>
        <b>{webinar.title}</b>
        {next && (
          <>
            <br />
            <time dateTime={next.starts_at}>{sessionTime(next.starts_at)}</time>
          </>
        )}
      </p>
      <ButtonLink href={webinarPath(webinar.slug)} look="primary" size="xl">
        {action}
      </ButtonLink>
    </Section>
  )
}
