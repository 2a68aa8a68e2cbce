import './newsletter-page.css'
import type { Backend } from '#client/backend.ts'
import { readLatestPosts } from '#features/blog/blog.data.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import {
  type ConsentTextVersion,
  readNewsletterText,
  readRecipientCount,
} from '#features/newsletter/newsletter-form.data.ts'
import { NewsletterForm, NewsletterSent } from '#features/newsletter/newsletter-form.tsx'
import { blockKinds } from '#platform/pages/blocks.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { fillBlockTokens } from '../blocks/fill-block-tokens.ts'
import { readContent, type SiteContent } from '../content.ts'
import { SampleIssue } from './sample-issue.tsx'

type Props = PageProps & {
  content: SiteContent | undefined
  text: ConsentTextVersion | undefined
  /** The newest post. */
  post: ListedPost | undefined
  /** Number of recipients; undefined while it is low. */
  recipients: number | undefined
}

const hourMs = 3_600_000

export const startsWithForm = true

/** The form is available before its texts are published, under a default heading. */
export async function load(backend: Backend, request: PageRequest) {
  const [content, text, [post], recipients] = await Promise.all([
    readContent(backend, request, '/newsletter'),
    readNewsletterText(backend),
    readLatestPosts(backend, 1),
    // Optional: the page works without it.
    readRecipientCount(backend).catch(() => undefined),
  ])
  // A subscription does not invalidate the page: the number is refreshed after an hour.
  const holdsUntil = new Date(Date.now() + hourMs).toISOString()
  return { content, text, post, recipients, holdsUntil }
}

export function head(props: Props): Head {
  const { title, lead } = textsOf(props)
  const errorMessage = formErrorMessage(formOf(props.request))
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: lead,
    ...(props.request.query['sent'] !== undefined && { robots: 'noindex' }),
  }
}

const formOf = ({ form }: PageRequest) => form as FormState | undefined

/** Newsletter sign-up, and the message that a confirmation mail was sent. */
export function View(props: Props) {
  const { facts, request, content, text, post, recipients } = props
  const { eyebrow, title, lead } = textsOf(props)
  return (
    <>
      <section className="newsletter-page">
        <div className="wrap newsletter-page__in">
          <div className="newsletter-page__words">
            {eyebrow && <p className="kicker">{eyebrow}</p>}
            <h1 className="display d1">{title}</h1>
            <p className="lead">{lead}</p>
            {recipients !== undefined && (
              <p className="newsletter-page__count">{recipients.toLocaleString('en')} אנשים כבר מקבלים אותו</p>
            )}
          </div>
          <FormSheet>
            {request.query['sent'] === undefined ? (
              <NewsletterForm
                text={text}
                business={facts.business}
                publishedPaths={facts.publishedPaths}
                state={formOf(request)}
              />
            ) : (
              <NewsletterSent />
            )}
          </FormSheet>
        </div>
      </section>
      {post && <SampleIssue post={post} business={facts.business} />}
      {content && <Blocks blocks={content.page.blocks.slice(1)} facts={facts} rows={content.rows} />}
    </>
  )
}

const unpublished = {
  ...blockKinds.opening.blank,
  title: 'הניוזלטר',
  lead: 'אפשר להשאיר כתובת, והודעות יגיעו אליה רק אחרי אישור.',
}

function textsOf({ content, facts }: Pick<Props, 'content' | 'facts'>) {
  const opening = content?.page.blocks.find((block) => block.kind === 'opening')
  return opening ? fillBlockTokens({ ...blockKinds.opening.blank, ...opening.content }, facts.business) : unpublished
}
