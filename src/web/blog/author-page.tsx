import './blog-page.css'
import './author-page.css'
import type { Backend } from '#client/backend.ts'
import { authorPath } from '#features/blog/author-path.ts'
import { readAuthor, readAuthorAddresses } from '#features/blog/blog.data.ts'
import type { ListedPost, ShownPost } from '#features/blog/blog.ts'
import { isSlug, normalizeSlug } from '#features/blog/slug.ts'
import { PostCard, PostCards } from '#features/blog/post-card.tsx'
import { shareImageUrl } from '#platform/images/images.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Head, MovedPage, PageAddress, PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'

type Loaded = { author: NonNullable<ShownPost['author']>; posts: ListedPost[] }
type Props = Loaded & PageProps

/** Undefined unless the author has published posts. */
export async function load(backend: Backend, { params }: PageRequest): Promise<Loaded | MovedPage | undefined> {
  const typed = params['author'] ?? ''
  const slug = normalizeSlug(typed)
  if (!isSlug(slug)) return undefined
  const found = await readAuthor(backend, slug)
  return found && slug !== typed ? { movedTo: authorPath(found.author.name) } : found
}

export const addresses = async (backend: Backend): Promise<PageAddress[]> =>
  (await readAuthorAddresses(backend))
    .filter(({ name }) => authorPath(name) !== '/blog')
    .map(({ name, latestAt }) => ({
      path: authorPath(name),
      title: titleOf(name),
      description: descriptionOf({ name, about: '' }),
      modifiedAt: latestAt,
    }))

const titleOf = (name: string) => `${name}: מאמרים על כסף ומשפחה`

const descriptionOf = ({ name, about }: Pick<Loaded['author'], 'name' | 'about'>) =>
  `המאמרים של ${name} על תקציב, חובות ושיחות על כסף בבית.${about ? ` ${about}` : ''}`.slice(0, 160)

export function head({ author, posts, facts: { siteUrl } }: Props): Head {
  const { name, about, picture } = author
  return {
    title: titleOf(name),
    description: descriptionOf(author),
    modifiedAt: posts[0]!.published_at,
    jsonLd: [
      {
        '@type': 'Person',
        name,
        url: siteUrl + authorPath(name),
        ...(about && { description: about }),
        ...(picture && { image: siteUrl + shareImageUrl(picture) }),
        worksFor: { '@id': `${siteUrl}/#organization` },
      },
    ],
    crumbs: [{ name: 'בלוג', path: '/blog' }],
  }
}

export const View = ({ author: { name, about, picture }, posts, facts }: Props) => (
  <div className="wrap blog author">
    <header className="author__head">
      {picture ? <ResponsiveImage picture={picture} alt="" sizes="7rem" first /> : <Avatar name={name} size="lg" />}
      <div className="author__words">
        <h1 className="display d1">
          <bdi>{name}</bdi>
        </h1>
        {about && <p className="lead">{about}</p>}
        <p>
          <ButtonLink look="primary" size="lg" href={callPath(facts)}>
            שיחת היכרות
          </ButtonLink>
        </p>
      </div>
    </header>
    <section aria-labelledby="posts-of-author">
      <h2 className="display d2" id="posts-of-author">
        המאמרים
      </h2>
      <PostCards>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} level={3} />
        ))}
      </PostCards>
    </section>
  </div>
)
