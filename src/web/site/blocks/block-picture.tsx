import type { IllustrationName } from '#platform/pages/blocks/illustrations.ts'
import type { PlacedPicture } from '#platform/images/images.ts'
import { Illustration } from '#ui/pictures/illustration.tsx'
import meeting from '#ui/pictures/meeting.svg?raw'
import type { SiteFacts } from '#web/pages.ts'
import basket from '#ui/art/basket.svg?raw'
import calendar from '#ui/art/calendar.svg?raw'
import call from '#ui/art/call.svg?raw'
import coach from '#ui/art/coach.svg?raw'
import family from '#ui/art/family.svg?raw'
import hills from '#ui/art/gap-cover.svg?raw'
import house from '#ui/art/house.svg?raw'
import jars from '#ui/art/jars.svg?raw'
import table from '#ui/art/kitchen-table.svg?raw'
import laptop from '#ui/art/laptop.svg?raw'
import notebook from '#ui/art/notebook.svg?raw'
import path from '#ui/art/path.svg?raw'

import type { BlockRows } from './block-rows.ts'
import { hasPicture, SitePicture } from './site-picture.tsx'

const drawings = {
  table,
  jars,
  path,
  meeting,
  family,
  call,
  laptop,
  notebook,
  calendar,
  basket,
  house,
  coach,
  hills,
}

type Props = {
  of: IllustrationName
  /** A photograph, shown instead of the illustration. */
  photo?: PlacedPicture
  facts: SiteFacts
  rows?: BlockRows
  className: string
  /** Above the fold: loads first. */
  first?: boolean
}

/** A picture of the library, a stock illustration, or the uploaded profile image. */
export function BlockPicture({ of, photo, facts: { business }, rows, className, first }: Props) {
  if (photo && rows && hasPicture(photo, rows))
    return (
      <div className={`${className} drawing drawing--photo`}>
        <SitePicture
          of={photo}
          rows={rows}
          sizes="(min-width: 60rem) 40rem, 92vw"
          className="photo--crop"
          {...(first && { first })}
        />
      </div>
    )
  if (of !== 'profile') return <Illustration svg={drawings[of]} className={`${className} drawing drawing--${of}`} />
  const { profile_image_url: src, coach_name, business_name } = business
  // Without a profile image nothing is rendered: no placeholder.
  if (!src) return <Illustration svg={hills} className={`${className} drawing drawing--hills`} />
  return (
    <div className={`${className} drawing drawing--profile`}>
      <img src={src} alt={coach_name || business_name} width="640" height="640" loading="lazy" decoding="async" />
    </div>
  )
}
