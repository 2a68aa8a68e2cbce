import { PostCard, PostCards } from '#features/blog/post-card.tsx'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** The latest posts; rendered only if there are any. */
export function PostsView({ id, content: { title, more, ground }, facts, rows: { posts } }: BlockProps<'posts'>) {
  if (posts.length === 0) return null
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} />
      <PostCards>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} level={3} />
        ))}
      </PostCards>
      <div className="section-more">
        <CtaLink link={{ words: more, href: '/blog' }} facts={facts} />
      </div>
    </Section>
  )
}
