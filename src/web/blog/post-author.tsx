import type { ShownPost } from '#features/blog/blog.ts'
import { authorPath } from '#features/blog/author-path.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'

/** Author box below a post. */
export const PostAuthor = ({ author: { name, about, picture } }: { author: NonNullable<ShownPost['author']> }) => (
  <aside className="post-author" aria-label="על הכותבים">
    {picture ? <ResponsiveImage picture={picture} alt="" sizes="4.5rem" /> : <Avatar name={name} size="lg" />}
    <div>
      <p className="post-author__name">
        <a href={authorPath(name)}>
          <bdi>{name}</bdi>
        </a>
      </p>
      {about && <p>{about}</p>}
    </div>
  </aside>
)
