import './site-picture.css'
import type { PlacedPicture } from '#platform/images/images.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import type { BlockRows } from './block-rows.ts'

/** A picture of the library; nothing if it was deleted. A class that crops shows the focal point. */
export function SitePicture({
  of: { id, alt },
  rows,
  sizes,
  className = '',
  first,
}: {
  of: PlacedPicture
  rows: Pick<BlockRows, 'pictures'>
  /** The `sizes` attribute. */
  sizes: string
  className?: string
  first?: boolean
}) {
  const picture = rows.pictures.get(id)
  if (!picture) return null
  const focal = `fx-${picture.focal_x} fy-${picture.focal_y}`
  return (
    <ResponsiveImage
      picture={picture}
      alt={alt}
      sizes={sizes}
      className={`photo ${focal} ${className}`.trim()}
      {...(first && { first })}
    />
  )
}

/** Whether the picture is chosen and exists. */
export const hasPicture = ({ id }: PlacedPicture, { pictures }: Pick<BlockRows, 'pictures'>) => pictures.has(id)
