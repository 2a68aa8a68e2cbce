import '#ui/forms/field.css'
import './blog-page.css'
import type { Backend } from '#client/backend.ts'
import { Rss, Search } from 'lucide-react'
import { findPosts, readLatestPosts, readPostCategories } from '#features/blog/blog.data.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import { isSlug, normalizeSlug } from '#features/blog/slug.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { listPath, topicPath } from './blog-paths.ts'
import { BlogPagination } from './blog-pagination.tsx'
import { type NewsletterSignup, NewsletterSection, readNewsletterSignup } from './newsletter-section.tsx'
import { LeadCard, PostCard, PostCards } from '../../features/blog/post-card.tsx'

const perPage = 12

type Loaded = {
  posts: ListedPost[]
  total: number
  /** Suggestions when a search has no results. */
  instead: ListedPost[]
  topics: { slug: string; name: string }[]
  newsletter: NewsletterSignup | undefined
  asked: { topic: string | undefined; tag: string | undefined; q: string | undefined; page: number }
}
type Props = Loaded & PageProps

/** A page of the list, filtered by category, tag or search. An unknown category or page number is a 404. */
export async function load(backend: Backend, { query }: PageRequest): Promise<Loaded | undefined> {
  const asked = {
    topic: normalizeSlug(query['topic'] ?? '') || undefined,
    tag: plainText(query['tag'] ?? '') || undefined,
    q: plainText(query['q'] ?? '').slice(0, 100) || undefined,
    page: /^[1-9]\d{0,3}$/.test(query['page'] ?? '') ? Number(query['page']) : 1,
  }
  if (asked.topic && !isSlug(asked.topic)) return undefined
  const [{ posts, total }, topics, newsletter] = await Promise.all([
    findPosts(
      backend,
      { category: asked.topic, tag: asked.tag, query: asked.q },
      { skipped: (asked.page - 1) * perPage, wanted: perPage },
    ),
    readPostCategories(backend),
    readNewsletterSignup(backend),
  ])
  const isThere = !asked.topic || topics.some(({ slug }) => slug === asked.topic)
  if (!isThere || (asked.page > 1 && posts.length === 0)) return undefined
  const instead = total === 0 && asked.q ? await readLatestPosts(backend) : []
  return { posts, total, instead, topics, newsletter, asked }
}

export function head({ asked, topics }: Props): Head {
  const topic = topics.find(({ slug }) => slug === asked.topic)?.name
  const about = topic ?? asked.tag
  const title = [
    about ? `${about}: מאמרים` : 'בלוג: מאמרים על כסף ומשפחה',
    asked.q && `חיפוש ״${asked.q}״`,
    asked.page > 1 && `עמוד ${asked.page}`,
  ]
  return {
    title: title.filter(Boolean).join(', '),
    description: about
      ? `מאמרים קצרים בנושא ${about}: מה לבדוק, מה להחליט, ומה לעשות כבר השבוע.`
      : 'מאמרים קצרים על תקציב, חובות ושיחות על כסף בבית. כל אחד מסתיים בצעד אחד שאפשר לעשות השבוע.',
    canonical: listPath({ topic: asked.topic, tag: asked.tag, page: asked.page }),
    feed: { title: 'בלוג', href: '/blog/rss.xml' },
    // Search results are noindex.
    ...((asked.q || asked.tag) && { robots: 'noindex' }),
  }
}

export function View({ posts, total, instead, topics, newsletter, asked, facts }: Props) {
  const isFront = !asked.topic && !asked.tag && !asked.q && asked.page === 1
  const lead = isFront ? (posts.find(({ featured }) => featured) ?? posts[0]) : undefined
  const rest = posts.filter((post) => post !== lead)
  const topic = topics.find(({ slug }) => slug === asked.topic)?.name
  return (
    <>
      <div className="wrap blog">
        <header className="blog__head">
          <div className="blog__title">
            <h1 className="display d1">{topic ?? asked.tag ?? 'מאמרים על כסף ומשפחה'}</h1>
            <p className="lead">קצר, מעשי, ובלי נאומים. כל מאמר מסתיים בצעד אחד שאפשר לעשות השבוע.</p>
          </div>
          <SearchForm {...asked} />
          {topics.length > 1 && <Topics topics={topics} asked={asked} />}
        </header>
        {asked.q && (
          <p className="blog__found">
            {count(total, {
              zero: 'לא נמצאו מאמרים',
              one: 'נמצא מאמר אחד',
              two: 'נמצאו שני מאמרים',
              other: 'נמצאו # מאמרים',
            })}{' '}
            עם <bdi>״{asked.q}״</bdi>
            {total === 0 && '. אפשר לנסות מילה אחרת, או להמשיך מכאן:'}
          </p>
        )}
        {total === 0 && !asked.q && <p className="lead">כאן יופיעו המאמרים, ברגע שהראשון יתפרסם.</p>}
        {lead && <LeadCard post={lead} />}
        {rest.length + instead.length > 0 && (
          <PostCards>
            {[...rest, ...instead].map((post) => (
              <PostCard key={post.id} post={post} level={2} />
            ))}
          </PostCards>
        )}
        <BlogPagination total={total} perPage={perPage} asked={asked} />
        <p className="blog__feed">
          <a href="/blog/rss.xml">
            <Icon of={Rss} />
            עדכונים בקורא RSS
          </a>
        </p>
      </div>
      {newsletter && <NewsletterSection newsletter={newsletter} facts={facts} ground="tint" />}
    </>
  )
}

const SearchForm = ({ q, topic }: Loaded['asked']) => (
  <search>
    <form className="blog__search" action="/blog">
      {topic && <input type="hidden" name="topic" value={topic} />}
      <label className="vh" htmlFor="blog-search">
        חיפוש במאמרים
      </label>
      <input
        className="input"
        id="blog-search"
        type="search"
        name="q"
        defaultValue={q}
        placeholder="חיפוש במאמרים"
        dir="auto"
        maxLength={100}
        autoComplete="off"
      />
      <Button type="submit" look="secondary" size="lg" iconOnly aria-label="חיפוש" icon={<Icon of={Search} />} />
    </form>
  </search>
)

const Topics = ({ topics, asked }: Pick<Loaded, 'topics' | 'asked'>) => (
  <nav className="blog__topics" aria-label="נושאים">
    <a href="/blog" {...(!asked.topic && !asked.tag && { 'aria-current': 'true' as const })}>
      הכול
    </a>
    {topics.map(({ slug, name }) => (
      <a key={slug} href={topicPath(slug)} {...(slug === asked.topic && { 'aria-current': 'true' as const })}>
        {name}
      </a>
    ))}
  </nav>
)
