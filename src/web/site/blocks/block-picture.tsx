import type { IllustrationName } from '#platform/pages/blocks/illustrations.ts'
import { Illustration } from '#ui/pictures/illustration.tsx'
import meeting from '#ui/pictures/meeting.svg?raw'
import type { SiteFacts } from '#web/pages.ts'
import coach from '#ui/art/coach.svg?raw'
import hills from '#ui/art/gap-cover.svg?raw'
import jars from '#ui/art/jars.svg?raw'
import table from '#ui/art/kitchen-table.svg?raw'
import path from '#ui/art/path.svg?raw'

const drawings = { table, jars, path, meeting, coach, hills }

type Props = { of: IllustrationName; facts: SiteFacts; className: string }

/** A stock illustration, or the uploaded profile image. */
export function BlockPicture({ of, facts: { business }, className }: Props) {
  if (of !== 'profile') return <Illustration svg={drawings[of]} className={`${className} drawing drawing--${of}`} />
  const { profile_image_url: src, coach_name, business_name } = business
  if (!src) return <Illustration svg={coach} className={`${className} drawing drawing--coach`} />
  return (
    <div className={`${className} drawing drawing--profile`}>
      <img src={src} alt={coach_name || business_name} width="640" height="640" loading="lazy" decoding="async" />
    </div>
  )
}
