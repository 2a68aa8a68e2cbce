import { type StoredImage, imageUrl, imageSources } from './images.ts'

/** A responsive image with `srcset`. Width and height are set, so that the layout does not shift when it loads. */
export function ResponsiveImage({
  picture,
  alt,
  sizes,
  first = false,
  className,
}: {
  picture: StoredImage
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** Loads the image eagerly with high priority, for the largest one above the fold; others load lazily. */
  first?: boolean
  className?: string
}) {
  return (
    <picture>
      <source type="image/avif" srcSet={imageSources(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={imageSources(picture, 'webp')} sizes={sizes} />
      <img
        className={className}
        src={imageUrl(picture, { width: Math.min(picture.width, 1200) })}
        alt={alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}
