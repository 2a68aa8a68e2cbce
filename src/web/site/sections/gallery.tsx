import './picture.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { SectionHead, titleId } from '../blocks/section.tsx'
import { hasPicture, SitePicture } from '../blocks/site-picture.tsx'

/** Pictures in a grid, cropped to one shape around their focal points. */
export function GalleryView({ id, content: { title, list, ground }, rows }: BlockProps<'gallery'>) {
  const shown = list.filter(({ photo }) => hasPicture(photo, rows))
  if (shown.length === 0) return null
  return (
    <section
      className={ground === 'tint' ? 'section section--tint' : 'section'}
      id={id}
      {...(title && { 'aria-labelledby': titleId(id) })}
    >
      <div className="wrap">
        {title && <SectionHead id={id} title={title} />}
        <ul className="gallery">
          {shown.map(({ photo, caption }, at) => (
            <li key={at}>
              <figure>
                <SitePicture of={photo} rows={rows} sizes="(min-width: 64rem) 24rem, (min-width: 36rem) 45vw, 92vw" />
                {caption && <figcaption>{caption}</figcaption>}
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
