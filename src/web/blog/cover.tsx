import './cover.css'
import type { Art, ListedPost } from '#features/blog/blog.ts'
import { ResponsiveImage } from '#features/images/responsive-image.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import meeting from '#ui/pictures/meeting.svg?raw'
import jars from '../site/art/jars.svg?raw'
import table from '../site/art/kitchen-table.svg?raw'
import path from '../site/art/path.svg?raw'
import gap from './gap-cover.svg?raw'

/** A drawing may stand on a page more than once, and what it names inside gets a name of its own each time: here it is cut after each name. */
const cut = (svg: string) => svg.split(/(?<=(?:id="|url\(#)\w+)(?!\w)/)
const drawings: Record<Art, string[]> = {
  gap: cut(gap),
  jars: cut(jars),
  path: cut(path),
  meeting: cut(meeting),
  table: cut(table),
}

type Covered = Pick<ListedPost, 'id' | 'cover' | 'cover_alt' | 'cover_art'>

/** The picture at the head of a post or of its card: an uploaded one, or a drawing in the brand's colours. */
export function Cover({ post, sizes, first = false }: { post: Covered; sizes: string; first?: boolean }) {
  if (post.cover)
    return <ResponsiveImage picture={post.cover} alt={post.cover_alt} sizes={sizes} first={first} className="cover" />
  const drawing = drawings[post.cover_art].join(`-${post.id.slice(-6)}`)
  return <Illustration svg={drawing} className={`cover cover--drawn cover--${post.cover_art}`} />
}
