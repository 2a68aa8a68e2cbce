import './post-page.css'
import type { Backend } from '#client/backend.ts'
import { Clock, Headphones, Link as LinkIcon, MessageCircle, Mail } from 'lucide-react'
import { readPost, readPostAddresses, readPostPreview } from '#features/blog/blog.data.ts'
import type { ShownPost } from '#features/blog/blog.ts'
import { type Heading, headingsOf } from '#features/blog/headings.ts'
import { postPath } from '#features/blog/slug.ts'
import { authorPath } from '#features/blog/author-path.ts'
import { minutesToRead } from '#features/blog/reading-time.ts'
import { shareImageUrl, shareHeight, shareWidth } from '#platform/images/images.ts'
import { encodePath } from '#lib/encode-path.ts'
import { dayOf, formatDayAndYear } from '#lib/time/dates.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Head, MovedPage, PageAddress, PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { Cover } from '../../features/blog/cover.tsx'
import { topicPath } from './blog-paths.ts'
import { type NewsletterSignup, NewsletterSection, readNewsletterSignup } from './newsletter-section.tsx'
import { PostAuthor } from './post-author.tsx'
import { PostCard, PostCards } from '../../features/blog/post-card.tsx'
import { PostProse } from './post-prose.tsx'

type Loaded = { post: ShownPost; isPreview: boolean; newsletter?: NewsletterSignup | undefined }
type Props = Loaded & PageProps

/** The post at its URL; a redirect from a former URL; with a preview key the unpublished draft. */
export async function load(backend: Backend, { params, query }: PageRequest): Promise<Loaded | MovedPage | undefined> {
  const key = query['preview']
  if (key !== undefined) {
    const post = await readPostPreview(backend, key)
    return post && { post, isPreview: true }
  }
  const [found, newsletter] = await Promise.all([
    readPost(backend, params['slug'] ?? ''),
    readNewsletterSignup(backend),
  ])
  if (!found) return undefined
  return 'movedTo' in found ? { movedTo: postPath(found.movedTo) } : { post: found, isPreview: false, newsletter }
}

export async function addresses(backend: Backend): Promise<PageAddress[]> {
  const posts = await readPostAddresses(backend)
  return posts.map(({ slug, title, excerpt, published_at, saved_at }) => ({
    path: postPath(slug),
    title,
    description: excerpt,
    modifiedAt: later(published_at, saved_at),
  }))
}

export function head({ post, isPreview, facts: { siteUrl } }: Props): Head {
  if (isPreview)
    return { title: post.title || 'טיוטה', description: post.excerpt || 'טיוטה', robots: 'noindex', image: null }
  const modifiedAt = later(post.published_at, post.saved_at)
  const image = post.cover && {
    src: shareImageUrl(post.cover),
    alt: post.cover_alt,
    width: shareWidth,
    height: shareHeight,
  }
  return {
    title: post.title,
    description: post.excerpt,
    type: 'article',
    publishedAt: post.published_at,
    modifiedAt,
    ...(image && { image }),
    jsonLd: [articleOf(post, modifiedAt, siteUrl)],
    crumbs: [{ name: 'בלוג', path: '/blog' }],
  }
}

function articleOf(post: ShownPost, modifiedAt: string, siteUrl: string) {
  const business = { '@id': `${siteUrl}/#organization` }
  return {
    '@type': 'Article',
    headline: post.title,
    description: post.excerpt,
    inLanguage: 'he',
    datePublished: post.published_at,
    dateModified: modifiedAt,
    mainEntityOfPage: siteUrl + postPath(post.slug),
    author: post.author
      ? { '@type': 'Person', name: post.author.name, url: siteUrl + authorPath(post.author.name) }
      : business,
    publisher: business,
    timeRequired: `PT${post.reading_min}M`,
    ...(post.category_name && { articleSection: post.category_name }),
    ...(post.tags.length > 0 && { keywords: post.tags }),
    // A post without a cover has the generated share image.
    image: siteUrl + (post.cover ? shareImageUrl(post.cover) : `/share-image${postPath(post.slug)}`),
  }
}

const later = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other)

export function View({ post, isPreview, newsletter, facts }: Props) {
  const headings = headingsOf(post.body)
  return (
    <>
      {isPreview && (
        <p className="post-preview">זו תצוגה מקדימה של מה שנכתב עכשיו. רק מי שקיבלו את הקישור רואים אותה.</p>
      )}
      <article>
        <div className="wrap">
          <PostHead post={post} businessName={facts.business.business_name} />
          <div className="post-cover">
            <Cover post={post} sizes="(min-width: 80rem) 77rem, 92vw" first />
          </div>
        </div>
        <div className="wrap post">
          <Contents headings={[...headings.values()]} />
          <div className="post__body">
            <PostProse body={post.body} headings={headings} />
            {!isPreview && <Share post={post} siteUrl={facts.siteUrl} />}
            {post.author && <PostAuthor author={post.author} />}
          </div>
        </div>
      </article>
      <section className="section section--close post-call" aria-labelledby="post-call">
        <div className="wrap">
          <div className="post-call__in">
            <h2 className="display d3" id="post-call">
              רוצים לראות איך זה נראה אצלכם?
            </h2>
            <p>בשיחת היכרות מסתכלים יחד על המצב ומחליטים על צעד אחד ראשון.</p>
            <ButtonLink look="primary" size="lg" href={callPath(facts)}>
              שיחת היכרות
            </ButtonLink>
          </div>
        </div>
      </section>
      {post.related.length > 0 && <Related posts={post.related} />}
      {newsletter && <NewsletterSection newsletter={newsletter} facts={facts} ground="plain" />}
    </>
  )
}

function PostHead({ post, businessName }: { post: ShownPost; businessName: string }) {
  const author = post.author?.name ?? businessName
  const [published, saved] = [dayOf(post.published_at), dayOf(post.saved_at)]
  return (
    <header className="post-head">
      <nav className="kicker post-head__way" aria-label="הדרך לכאן">
        <a href="/blog">בלוג</a>
        {post.category_slug && post.category_name && (
          <>
            <span aria-hidden="true">/</span>
            <a href={topicPath(post.category_slug)}>{post.category_name}</a>
          </>
        )}
      </nav>
      <h1 className="display d1" data-listen="">
        {post.title}
      </h1>
      {post.excerpt && <p className="lead">{post.excerpt}</p>}
      <div className="post-head__more">
        {author && (
          <span>
            <Avatar name={author} size="sm" />
            <bdi>{author}</bdi>
          </span>
        )}
        <time dateTime={published}>{formatDayAndYear(published)}</time>
        {saved > published && (
          <span>
            עודכן ב־<time dateTime={saved}>{formatDayAndYear(saved)}</time>
          </span>
        )}
        <span>
          <Icon of={Clock} />
          {minutesToRead(post.reading_min)}
        </span>
        {/* Shown by the script that updates it. */}
        <Button id="listen" look="soft" size="sm" icon={<Icon of={Headphones} />} aria-haspopup="dialog" hidden>
          האזנה
        </Button>
      </div>
    </header>
  )
}

function Contents({ headings }: { headings: readonly Heading[] }) {
  const parts = headings.filter(({ level }) => level === 2)
  // A table of contents needs at least two headings.
  if (parts.length < 2) return null
  return (
    <nav className="post-contents" aria-labelledby="post-contents">
      <details open>
        <summary id="post-contents">במאמר הזה</summary>
        <ol data-left="עצרתם כאן">
          {parts.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${encodePath(id)}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

function Share({ post, siteUrl }: { post: ShownPost; siteUrl: string }) {
  const address = siteUrl + postPath(post.slug)
  const shareText = encodePath(`${post.title}\n${address}`)
  return (
    <p className="post-share">
      <span>לשלוח למישהו שזה יעזור לו:</span>
      <a href={`https://wa.me/?text=${shareText}`} rel="noopener">
        <Icon of={MessageCircle} />
        וואטסאפ
      </a>
      <a href={`mailto:?subject=${encodePath(post.title)}&body=${shareText}`}>
        <Icon of={Mail} />
        דוא״ל
      </a>
      {/* Shown and operated by the script; `name` holds the label for "copied". */}
      <Button id="copy" look="link" value={address} name="הקישור הועתק" icon={<Icon of={LinkIcon} />} hidden>
        <span aria-live="polite">העתקת קישור</span>
      </Button>
    </p>
  )
}

const Related = ({ posts }: { posts: ShownPost['related'] }) => (
  <section className="section section--tint post-related" aria-labelledby="related">
    <div className="wrap">
      <h2 className="display d2" id="related">
        להמשיך לקרוא
      </h2>
      <PostCards>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} level={3} />
        ))}
      </PostCards>
    </div>
  </section>
)
