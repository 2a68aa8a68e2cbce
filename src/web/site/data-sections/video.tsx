import '../sections/picture.css'
import { imageUrl } from '#platform/images/images.ts'
import { chaptersOfLines } from '#platform/player/chapter-lines.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'
import { SiteVideo } from '#web/player/site-video.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { Section, SectionHead } from '../blocks/section.tsx'

/** A video with its own poster; renders nothing without a URL. */
export function VideoView({ id, content, rows }: BlockProps<'video'>) {
  const { title, address, captions, photo, caption, ground } = content
  const chapters = chaptersOfLines(content.chapters)
  const source = parseVideoAddress(address)
  const poster = rows.pictures.get(photo.id)
  if (!source) return null
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} />
      <figure className="figure">
        <SiteVideo
          video={{
            source,
            title,
            // Without a poster the browser shows the first frame.
            ...(poster && { poster: imageUrl(poster, { width: 1200, format: 'webp' }), isDeferred: true }),
            ...(captions && { captions }),
            ...('wrong' in chapters ? {} : { chapters }),
          }}
          resumeKey={`page:${address}`}
        />
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    </Section>
  )
}
