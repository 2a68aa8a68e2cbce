import { type Picture, pictureAddress, pictureSources } from './pictures.ts'

/** A picture in the widths and formats that browsers choose from. Its own measures stand in the page, so nothing moves when it arrives. */
export function PictureView({
  picture,
  alt,
  sizes,
  first = false,
  className,
}: {
  picture: Picture
  alt: string
  /** As in HTML: how wide it stands, by the width of the window. */
  sizes: string
  /** The one a visitor sees first is fetched before others; the rest wait until they come near. */
  first?: boolean
  className?: string
}) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSources(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSources(picture, 'webp')} sizes={sizes} />
      <img
        className={className}
        src={pictureAddress(picture, { width: Math.min(picture.width, 1200) })}
        alt={alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}
