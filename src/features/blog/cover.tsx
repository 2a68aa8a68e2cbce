import './cover.css'
import type { Art } from '#features/blog/art.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import meeting from '#ui/pictures/meeting.svg?raw'
import jars from '#ui/art/jars.svg?raw'
import table from '#ui/art/kitchen-table.svg?raw'
import path from '#ui/art/path.svg?raw'
import gap from '#ui/art/gap-cover.svg?raw'

/** An SVG may occur several times on a page, so each copy gets a unique id prefix. The source is split at its ids once. */
const cut = (svg: string) => svg.split(/(?<=(?:id="|url\(#)\w+)(?!\w)/)
const drawings: Record<Art, string[]> = {
  gap: cut(gap),
  jars: cut(jars),
  path: cut(path),
  meeting: cut(meeting),
  table: cut(table),
}

type Covered = Pick<ListedPost, 'id' | 'cover' | 'cover_alt' | 'cover_art'>

/** Cover image of a post or its card: an uploaded one, or an illustration in the brand colours. */
export function Cover({ post, sizes, first = false }: { post: Covered; sizes: string; first?: boolean }) {
  if (post.cover)
    return <ResponsiveImage picture={post.cover} alt={post.cover_alt} sizes={sizes} first={first} className="cover" />
  return <Drawing art={post.cover_art} of={post.id.slice(-6)} className="cover cover--drawn" />
}

/** One of the illustrations; `of` makes the ids of its copies unique. */
export const Drawing = ({ art, of, className }: { art: Art; of: string; className: string }) => (
  <Illustration svg={drawings[art].join(`-${of}`)} className={`${className} cover--${art}`} />
)
