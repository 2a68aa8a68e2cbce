import { type Picture, pictureAddress, pictureSources } from './images.ts'

/** A responsive image with `srcset`. Width and height are set, so that the layout does not shift when it loads. */
export function PictureView({
  picture,
  alt,
  sizes,
  first = false,
  className,
}: {
  picture: Picture
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** Loads the image eagerly with high priority, for the largest one above the fold; others load lazily. */
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
