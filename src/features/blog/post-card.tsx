import './post-card.css'
import type { ReactNode } from 'react'
import type { ListedPost } from '#features/blog/blog.ts'
import { minutesToRead } from '#features/blog/reading-time.ts'
import { postPath } from '#features/blog/slug.ts'
import { dayOf, formatDayAndYear } from '#lib/time/dates.ts'
import { Cover } from './cover.tsx'

/** A row of post cards. */
export const PostCards = ({ children }: { children: ReactNode }) => <ul className="postcards">{children}</ul>

/** A post as one link: image, title, reading time. `level` is the heading level. */
export function PostCard({ post, level }: { post: ListedPost; level: 2 | 3 }) {
  const Title = `h${level}` as const
  return (
    <li className="postcard">
      <div className="postcard__art">
        <Cover post={post} sizes="(min-width: 75rem) 24rem, (min-width: 45rem) 46vw, 92vw" />
      </div>
      <Title>
        <a href={postPath(post.slug)}>{post.title}</a>
      </Title>
      <p className="postcard__more">
        <PostDay post={post} />
        {post.category_name && <span>{post.category_name}</span>}
        <span>{minutesToRead(post.reading_min)}</span>
      </p>
    </li>
  )
}

/** A full-width card with the excerpt, for the featured post. */
export const LeadCard = ({ post }: { post: ListedPost }) => (
  <article className="leadcard">
    <div className="leadcard__art">
      <Cover post={post} sizes="(min-width: 60rem) 44rem, 92vw" first />
    </div>
    <div className="leadcard__words">
      {post.category_name && <p className="kicker">{post.category_name}</p>}
      <h2 className="display d2">
        <a href={postPath(post.slug)}>{post.title}</a>
      </h2>
      <p className="lead">{post.excerpt}</p>
      <p className="postcard__more">
        {post.author_name && <span>{post.author_name}</span>}
        <PostDay post={post} />
        <span>{minutesToRead(post.reading_min)}</span>
      </p>
    </div>
  </article>
)

function PostDay({ post: { published_at: at } }: { post: Pick<ListedPost, 'published_at'> }) {
  const day = dayOf(at)
  return <time dateTime={day}>{formatDayAndYear(day)}</time>
}
