import './picture.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { hasPicture, SitePicture } from '../blocks/site-picture.tsx'

/** One picture with an optional caption. */
export function PictureView({ id, content: { photo, caption, width, ground }, rows }: BlockProps<'picture'>) {
  if (!hasPicture(photo, rows)) return null
  return (
    <section className={ground === 'tint' ? 'section section--tint' : 'section'} id={id}>
      <figure className={`wrap figure figure--${width}`}>
        <SitePicture
          of={photo}
          rows={rows}
          sizes={width === 'wide' ? '(min-width: 80rem) 76rem, 92vw' : '(min-width: 48rem) 44rem, 92vw'}
        />
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    </section>
  )
}
